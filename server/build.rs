//! Makes the page for browsers ready to be sent: joins the scripts of `client/web` into the few files that a
//! visit fetches, puts into each the sentences that it says, in either language, and packs everything.
//!
//! A script imports in one line, by names or as a whole, and exports what it declares. No text or comment of
//! scripts and styles goes over several lines.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use brotli::CompressorWriter;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Map, Value};

const WEB: &str = "../client/web";
const TEXTS: &str = "../client/core/texts.json";
const LANGUAGES: [&str; 2] = ["en", "pt"];

/// The script that the page begins with.
const ENTRY: &str = "app";
/// The screens that links lead to. What both need is in the entry's file; what one needs, in its own.
const SCREENS: [&str; 2] = ["game", "lobby"];

/// Scripts that are made here: the sentences of a language, and what it says of bots.
const SENTENCES: &str = "texts";
const BOTS: &str = "bots";

/// How hard the packing tries: all it can, because it is done once.
const BROTLI_QUALITY: u32 = 11;
const BROTLI_WINDOW_BITS: u32 = 18;

fn main() {
    println!("cargo::rerun-if-changed={WEB}");
    println!("cargo::rerun-if-changed={TEXTS}");
    let texts =
        serde_json::from_str(&read(TEXTS.as_ref())).expect("a test holds it equal to the tables");
    let mut scripts = Scripts::default();
    let mut site = BTreeMap::new();
    for entry in fs::read_dir(WEB).expect("the page is there") {
        let path = entry.expect("the page can be listed").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a plain name");
        match name.rsplit_once('.').expect("a name with an ending") {
            (stem, "js") => scripts.add(stem, &read(&path)),
            (_, "css") => drop(site.insert(name.to_owned(), slim_styles(&read(&path)))),
            (_, "html") => {}
            _ => drop(site.insert(name.to_owned(), read(&path))),
        }
    }
    scripts.add(SENTENCES, "export const texts;");
    scripts.add(BOTS, "export const bots;");
    let files = scripts.files();
    for language in LANGUAGES {
        for file in &files {
            let text = scripts.joined(file, &Sentences::of(&texts, language));
            site.insert(format!("{language}/{file}.js"), text);
        }
    }
    let needs = files.iter().map(|file| {
        let needed = scripts.files_for(file).into_iter().collect::<Vec<_>>();
        format!("({file:?}, &{needed:?})")
    });
    write(&site, &needs.collect::<Vec<_>>().join(", "));
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Leaves out what only readers need: indentation, and lines that are comments.
fn slim(text: &str) -> Vec<String> {
    let is_told =
        |line: &&str| !line.is_empty() && !line.starts_with("//") && !line.starts_with("/*");
    text.lines().map(str::trim_start).filter(is_told).map(Into::into).collect()
}

fn slim_styles(text: &str) -> String {
    const BLANKS: [(&str, &str); 7] =
        [(": ", ":"), ("; ", ";"), (", ", ","), (" {", "{"), ("{ ", "{"), (" }", "}"), (";}", "}")];
    BLANKS.into_iter().fold(slim(text).join("\n"), |slim, (blank, bare)| slim.replace(blank, bare))
}

/// What is said in one language.
struct Sentences {
    texts: Map<String, Value>,
    bots: Map<String, Value>,
}

impl Sentences {
    fn of(texts: &Value, language: &str) -> Self {
        let column = |rows: &str| {
            let rows = texts[rows].as_object().expect("a list of texts").iter();
            rows.filter_map(|(key, cells)| Some((key.clone(), cells.get(language)?.clone())))
                .collect()
        };
        Self { texts: column("texts"), bots: column("bots") }
    }
}

/// A script as it is sent, and what it has to do with others.
struct Script {
    lines: Vec<String>,
    needs: Vec<String>,
    exports: Vec<String>,
}

impl Script {
    fn new(text: &str) -> Self {
        let mut script = Self { lines: slim(text), needs: Vec::new(), exports: Vec::new() };
        for line in &mut script.lines {
            if let Some(imported) = line.strip_prefix("import ") {
                let (names, from) =
                    imported.split_once(" from \"./").expect("an import in one line");
                let from = from.strip_suffix(".js\";").expect("an import of a script");
                script.needs.push(from.to_owned());
                let names = names.trim_start_matches("* as ").replace(" as ", ":");
                *line = format!("const {names}=${from};");
            } else if let Some(declared) = line.strip_prefix("export ") {
                let is_name = |word: &&str| !["async", "const", "function", "class"].contains(word);
                let mut words = declared.split(|c: char| !c.is_alphanumeric());
                script.exports.push(words.find(is_name).expect("a name").to_owned());
                *line = declared.to_owned();
            }
        }
        script
    }

    /// Returns the names of the texts that it says, as in `say.Placed`.
    fn says(&self) -> impl Iterator<Item = &str> {
        let said = self.lines.iter().flat_map(|line| line.split("say.").skip(1));
        said.filter_map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next())
    }
}

/// All scripts by their names.
#[derive(Default)]
struct Scripts(BTreeMap<String, Script>);

impl Scripts {
    fn add(&mut self, name: &str, text: &str) {
        self.0.insert(name.to_owned(), Script::new(text));
    }

    /// Returns a script and what it needs, each after what it needs itself.
    fn closure(&self, name: &str) -> Vec<&str> {
        let mut found = Vec::new();
        self.visit(name, &[], &mut found);
        found
    }

    fn visit<'a>(&'a self, name: &str, above: &[&str], found: &mut Vec<&'a str>) {
        assert!(!above.contains(&name), "{name}.js leads back to itself by {above:?}");
        let (name, script) = self.0.get_key_value(name).unwrap_or_else(|| panic!("no {name}.js"));
        for needed in &script.needs {
            self.visit(needed, &[above, &[name]].concat(), found);
        }
        if !found.contains(&&**name) {
            found.push(name);
        }
    }

    /// Returns the file that a script is sent in.
    fn file_of<'a>(&self, name: &'a str) -> &'a str {
        let is_in = |root: &&str| self.closure(root).contains(&name);
        let mut users = SCREENS.into_iter().filter(is_in);
        match (users.next(), users.next()) {
            _ if is_in(&ENTRY) => ENTRY,
            (None, _) => name,
            (Some(screen), None) => screen,
            (Some(_), Some(_)) => ENTRY,
        }
    }

    fn files(&self) -> BTreeSet<&str> {
        self.0.keys().map(|name| self.file_of(name)).collect()
    }

    /// Returns the scripts of a file in the order in which they run.
    fn scripts_of(&self, file: &str) -> Vec<&str> {
        let own = self.0.keys().filter(|name| self.file_of(name) == file);
        let all = own.flat_map(|name| self.closure(name)).filter(|name| self.file_of(name) == file);
        all.fold(Vec::new(), |mut order, name| {
            if !order.contains(&name) {
                order.push(name);
            }
            order
        })
    }

    /// Returns the scripts that a file needs of others, with their files.
    fn imports_of(&self, file: &str) -> BTreeSet<(&str, &str)> {
        let needs = self.scripts_of(file).into_iter().flat_map(|name| &self.0[name].needs);
        let needs = needs.map(|name| (self.file_of(name), &**name));
        // Its own sentences join the others.
        needs.chain([(ENTRY, SENTENCES)]).filter(|(from, _)| *from != file).collect()
    }

    /// Returns the files that have to be there for this one to run.
    fn files_for<'a>(&'a self, file: &'a str) -> BTreeSet<&'a str> {
        let more = self.imports_of(file).into_iter().flat_map(|(from, _)| self.files_for(from));
        more.chain([self.file_of(file)]).collect()
    }

    fn says(&self, file: &str) -> BTreeSet<&str> {
        self.scripts_of(file).into_iter().flat_map(|name| self.0[name].says()).collect()
    }

    /// Returns the sentences of a file: why something is refused is said by its code, so those are in the first.
    fn sentences_of(&self, file: &str, sentences: &Sentences) -> Value {
        let said = self.says(file);
        let is_known = |key: &str| file != ENTRY && self.says(ENTRY).contains(key);
        let is_own = |key: &str| {
            said.contains(key) && !is_known(key)
                || file == ENTRY && key.starts_with(char::is_lowercase)
        };
        let own = sentences.texts.iter().filter(|(key, _)| is_own(key));
        Value::Object(own.map(|(key, text)| (key.clone(), text.clone())).collect())
    }

    /// Returns a file: each of its scripts has a scope of its own, and is `$NAME` to the others.
    fn joined(&self, file: &str, sentences: &Sentences) -> String {
        let own = self.sentences_of(file, sentences);
        let imports = self.imports_of(file).into_iter();
        let mut lines = imports
            .map(|(from, name)| format!("import{{${name}}}from\"./{from}.js\";"))
            .collect::<Vec<_>>();
        if file != ENTRY {
            lines.push(format!("Object.assign($texts.texts,{own});"));
        }
        let scripts = self.scripts_of(file);
        for name in &scripts {
            lines.push(match *name {
                SENTENCES => format!("const $texts={{texts:{own}}};"),
                BOTS => format!("const $bots={{bots:{}}};", Value::Object(sentences.bots.clone())),
                name => self.enclosed(name),
            });
        }
        let names = scripts.iter().map(|name| format!("${name}")).collect::<Vec<_>>();
        lines.push(format!("export{{{}}};", names.join(",")));
        lines.join("\n")
    }

    fn enclosed(&self, name: &str) -> String {
        let Script { lines, exports, .. } = &self.0[name];
        let mut body = lines.join("\n");
        for name in self.0.keys() {
            let asked = format!("import(\"./{name}.js\")");
            let found = format!("import(\"./{}.js\").then((it)=>it.${name})", self.file_of(name));
            body = body.replace(&asked, &found);
        }
        format!("const ${name}=(()=>{{\n{body}\nreturn{{{}}}}})();", exports.join(","))
    }
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes()).expect("memory takes all");
    encoder.finish().expect("memory takes all")
}

fn brotli(text: &str) -> Vec<u8> {
    let mut packed = Vec::new();
    let mut encoder = CompressorWriter::new(&mut packed, 4096, BROTLI_QUALITY, BROTLI_WINDOW_BITS);
    encoder.write_all(text.as_bytes()).expect("memory takes all");
    drop(encoder);
    packed
}

/// Writes the files, as they are and packed, and the table that the server is built with.
fn write(site: &BTreeMap<String, String>, needs: &str) {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names it")).join("site");
    let mut hasher = DefaultHasher::new();
    site.hash(&mut hasher);
    let mut table = vec![
        format!("const FOLDER: &str = \"/assets/{:016x}\";", hasher.finish()),
        format!("const NEEDS: &[(&str, &[&str])] = &[{needs}];"),
        "const FILES: &[(&str, [&[u8]; 3])] = &[".into(),
    ];
    for (name, text) in site {
        let path = out.join(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder of our own");
        let forms = [("", text.as_bytes().to_vec()), (".gz", gzip(text)), (".br", brotli(text))];
        let forms = forms.map(|(ending, bytes)| {
            let path = format!("{}{ending}", path.display());
            fs::write(&path, bytes).expect("a folder of our own");
            format!("include_bytes!({path:?})")
        });
        table.push(format!("    ({name:?}, [{}]),", forms.join(", ")));
    }
    table.push("];\n".into());
    fs::write(out.join("table.rs"), table.join("\n")).expect("a folder of our own");
}
