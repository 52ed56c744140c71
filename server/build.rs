//! Makes the page for browsers ready to be sent: joins the scripts of `client/web` into the few files that a
//! visit fetches, puts into each the sentences that it says, in either language, and packs everything.
//!
//! A script imports in one line, by names or as a whole, exports what it declares, and has no regular expression
//! right after a bracket that ends. No text or comment of styles goes over several lines.

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
/// The script with which the texts of refusals come, whose names are the codes.
const REFUSALS: &str = "refusals";
/// The screens that links lead to. What both need is in the entry's file; what one needs, in its own.
const SCREENS: [&str; 2] = ["game", "lobby"];

/// Scripts that are made here: the sentences of a language, and what it says of bots.
const SENTENCES: &str = "texts";
const BOTS: &str = "bots";

/// How hard the packing tries: all it can, because it is done once.
const BROTLI_QUALITY: u32 = 11;
const BROTLI_WINDOW_BITS: u32 = 18;

/// The words that a regular expression may follow: after any other, `/` divides.
const BEFORE_PATTERN: [&str; 8] =
    ["await", "case", "else", "in", "of", "return", "typeof", "yield"];

/// Scripts as they are written, and as they are sent. Each build holds itself to it.
const BARE: [(&str, &str); 6] = [
    (
        "const a = b ? 1 : { c: [d, ...e] }; // why\n  return x in y;",
        "const a=b?1:{c:[d,...e]};return x in y;",
    ),
    ("f(a - -b, c + +d / e /* or */ - 1)", "f(a- -b,c+ +d/e-1)"),
    ("f(`a  // ${g({ h: \"}  \" })}  \\` b`)", "f(`a  // ${g({h:\"}  \"})}  \\` b`)"),
    ("it.match(/[/ \\]]  \\/ /g) || 'a  \\' b'", "it.match(/[/ \\]]  \\/ /g)||'a  \\' b'"),
    (
        "a\n  .b()\nc++\n(d)\n\nclass e {\n  #f = 1\n  async g() {}\n}\nh()",
        "a.b()\nc++\n(d)\nclass e{#f=1\nasync g(){}}\nh()",
    ),
    ("1 .toFixed(2) && a.b / 2 / c", "1 .toFixed(2)&&a.b/2/c"),
];

fn main() {
    for (written, sent) in BARE {
        assert_eq!(Bare::of(written), sent);
    }
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

/// Leaves out of styles what only readers need.
fn slim_styles(text: &str) -> String {
    const BLANKS: [(&str, &str); 10] = [
        (": ", ":"),
        ("; ", ";"),
        (", ", ","),
        (" {", "{"),
        ("{ ", "{"),
        (" }", "}"),
        (";}", "}"),
        ("{\n", "{"),
        ("}\n", "}"),
        (",\n", ","),
    ];
    let is_told = |line: &&str| !line.is_empty() && !line.starts_with("/*");
    let lines = text.lines().map(str::trim_start).filter(is_told).collect::<Vec<_>>();
    BLANKS.into_iter().fold(lines.join("\n"), |slim, (blank, bare)| slim.replace(blank, bare))
}

/// Takes out of a script what only readers need: comments, and blanks but those that part two words or end a
/// statement.
struct Bare<'a> {
    rest: &'a str,
    text: String,
}

impl<'a> Bare<'a> {
    fn of(script: &'a str) -> String {
        let mut bare = Self { rest: script, text: String::new() };
        bare.code();
        assert_eq!(bare.rest, "", "a bracket ends that has not begun");
        bare.text
    }

    fn take(&mut self, len: usize) {
        let (token, rest) = self.rest.split_at(len);
        self.text.push_str(token);
        self.rest = rest;
    }

    /// Takes up to one of these characters that no backslash stands before, and that one.
    fn take_to(&mut self, ends: &[char]) {
        let mut is_escaped = false;
        let is_end = |c: char| {
            let is_end = !is_escaped && ends.contains(&c);
            is_escaped = !is_escaped && c == '\\';
            is_end
        };
        let at = self.rest.find(is_end).expect("what begins ends");
        self.take(at + 1);
    }

    /// Takes code up to the end of the script, or of its place in a text.
    fn code(&mut self) {
        let mut braces = 0;
        loop {
            let blank = self.skip();
            let Some(next) = self.rest.chars().next() else { return };
            if blank.contains('\n') && self.ends_before(next) {
                self.text.push('\n');
            } else if !blank.is_empty() && self.would_join(next) {
                self.text.push(' ');
            }
            match next {
                '}' if braces == 0 => return,
                '}' => braces -= 1,
                '{' => braces += 1,
                _ => {}
            }
            match next {
                '"' | '\'' => {
                    self.take(1);
                    self.take_to(&[next]);
                }
                '`' => self.template(),
                '/' if self.may_begin_pattern() => self.pattern(),
                _ if is_word(next) => {
                    self.take(self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len()));
                }
                _ => self.take(next.len_utf8()),
            }
        }
    }

    /// Passes over blanks and comments, and returns them.
    fn skip(&mut self) -> &'a str {
        let all = self.rest;
        loop {
            self.rest = self.rest.trim_start();
            let end = match self.rest.get(..2) {
                Some("//") => "\n",
                Some("/*") => "*/",
                _ => return &all[..all.len() - self.rest.len()],
            };
            self.rest = self.rest.split_once(end).map_or("", |(_, rest)| rest);
        }
    }

    /// Tells whether a statement may end by the line that ends here.
    fn ends_before(&self, next: char) -> bool {
        !self.text.ends_with(['{', '(', '[', ',', ';', ':', '?', '=', '&', '|', '<'])
            && !['}', ')', ']', ',', ';', ':', '?', '=', '&', '|', '.'].contains(&next)
    }

    /// Tells whether what was taken and what comes would be read as one.
    fn would_join(&self, next: char) -> bool {
        self.text.ends_with(|last: char| {
            is_word(last) && is_word(next)
                || last == next && "+-/".contains(next)
                || last.is_ascii_digit() && next == '.'
        })
    }

    fn template(&mut self) {
        self.take(1);
        loop {
            self.take_to(&['`', '$']);
            if self.text.ends_with('`') {
                return;
            }
            if self.rest.starts_with('{') {
                self.take(1);
                self.code();
                self.take(1);
            }
        }
    }

    fn may_begin_pattern(&self) -> bool {
        let before = self.text.trim_end();
        let word = before.rsplit(|c| !is_word(c)).next().unwrap_or_default();
        BEFORE_PATTERN.contains(&word)
            || word.is_empty() && !before.ends_with([')', ']', '}', '"', '\'', '`'])
    }

    fn pattern(&mut self) {
        self.take(1);
        loop {
            self.take_to(&['/', '[']);
            if self.text.ends_with('/') {
                return;
            }
            self.take_to(&[']']);
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || "_$#".contains(c)
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
    text: String,
    needs: Vec<String>,
    exports: Vec<String>,
}

impl Script {
    fn new(text: &str) -> Self {
        let (mut needs, mut exports) = (Vec::new(), Vec::new());
        let lines = text.lines().map(|line| {
            if let Some(imported) = line.strip_prefix("import ") {
                let (names, from) =
                    imported.split_once(" from \"./").expect("an import in one line");
                let from = from.strip_suffix(".js\";").expect("an import of a script");
                needs.push(from.to_owned());
                let names = names.trim_start_matches("* as ").replace(" as ", ":");
                return format!("const {names}=${from};");
            }
            let Some(declared) = line.strip_prefix("export ") else { return line.to_owned() };
            let is_name = |word: &&str| !["async", "const", "function", "class"].contains(word);
            let mut words = declared.split(|c: char| !c.is_alphanumeric());
            exports.push(words.find(is_name).expect("a name").to_owned());
            declared.to_owned()
        });
        let text = Bare::of(&lines.collect::<Vec<_>>().join("\n"));
        Self { text, needs, exports }
    }

    /// Returns the names of the texts that it says, as in `say.Placed`.
    fn says(&self) -> impl Iterator<Item = &str> {
        let said = self.text.split("say.").skip(1);
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

    /// Returns the sentences of a file.
    fn sentences_of(&self, file: &str, sentences: &Sentences) -> Value {
        let said = self.says(file);
        let is_known = |key: &str| file != ENTRY && self.says(ENTRY).contains(key);
        let is_own = |key: &str| {
            said.contains(key) && !is_known(key)
                || file == REFUSALS && key.starts_with(char::is_lowercase)
        };
        let unknown = said.iter().find(|key| !sentences.texts.contains_key(**key));
        assert_eq!(unknown, None, "{file}.js says what is not in {TEXTS}");
        let own = sentences.texts.iter().filter(|(key, _)| is_own(key));
        Value::Object(own.map(|(key, text)| (key.clone(), text.clone())).collect())
    }

    /// Returns a file: each of its scripts has a scope of its own, and is `$NAME` to the others.
    fn joined(&self, file: &str, sentences: &Sentences) -> String {
        let own = self.sentences_of(file, sentences);
        let imports = self.imports_of(file).into_iter();
        let mut parts = imports
            .map(|(from, name)| format!("import{{${name}}}from\"./{from}.js\";"))
            .collect::<Vec<_>>();
        if file != ENTRY {
            parts.push(format!("Object.assign($texts.texts,{own});"));
        }
        let scripts = self.scripts_of(file);
        for name in &scripts {
            parts.push(match *name {
                SENTENCES => format!("const $texts={{texts:{own}}};"),
                BOTS => format!("const $bots={{bots:{}}};", Value::Object(sentences.bots.clone())),
                name => self.enclosed(name),
            });
        }
        let names = scripts.iter().map(|name| format!("${name}")).collect::<Vec<_>>();
        parts.push(format!("export{{{}}};", names.join(",")));
        parts.concat()
    }

    fn enclosed(&self, name: &str) -> String {
        let Script { text, exports, .. } = &self.0[name];
        let mut body = text.clone();
        for name in self.0.keys() {
            let asked = format!("import(\"./{name}.js\")");
            let found = format!("import(\"./{}.js\").then((it)=>it.${name})", self.file_of(name));
            body = body.replace(&asked, &found);
        }
        format!("const ${name}=(()=>{{{body}\nreturn{{{}}}}})();", exports.join(","))
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
