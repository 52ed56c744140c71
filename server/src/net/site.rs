//! The page for browsers: its files, made ready once, and what a browser is told to do with them. Files
//! stand under a folder that is named by what they hold, so that a browser keeps them for good and still
//! never mixes those of two versions.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write as _;
use std::sync::LazyLock;

use flate2::Compression;
use flate2::write::GzEncoder;
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{
    ACCEPT, ACCEPT_ENCODING, ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_ENCODING,
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, REFERRER_POLICY,
    VARY, X_CONTENT_TYPE_OPTIONS,
};
use hyper::{Request, Response, StatusCode};
use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};
use serde::Deserialize;

use super::answers::{Answer, with};

const JS: &str = "text/javascript; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SVG: &str = "image/svg+xml";
const JSON: &str = "application/json";
const HTML: &str = "text/html; charset=utf-8";

macro_rules! files {
    ($($name:literal $kind:ident),* $(,)?) => {
        &[$(($name, $kind, include_str!(concat!("../../../client/web/", $name)))),*]
    };
}

/// What `client/web` holds besides the page itself.
const FILES: &[(&str, &str, &str)] = files! {
    "actions.js" JS,
    "alerts.js" JS,
    "app.js" JS,
    "board.js" JS,
    "dom.js" JS,
    "files.js" JS,
    "forms.js" JS,
    "game.js" JS,
    "history.js" JS,
    "icon-turn.svg" SVG,
    "icon.svg" SVG,
    "invite.js" JS,
    "lists.js" JS,
    "lobby.js" JS,
    "manifest.webmanifest" JSON,
    "me.js" JS,
    "replay.js" JS,
    "room.js" JS,
    "say.js" JS,
    "style.css" CSS,
    "voice.js" JS,
    "wire.js" JS,
};

/// What every screen needs, and what only a room does or only the lobby: a browser is told to fetch it
/// before it has read which script wants which.
const EVERYWHERE: &[&str] = &[
    "alerts.js",
    "app.js",
    "board.js",
    "dom.js",
    "me.js",
    "room.js",
    "say.js",
    "voice.js",
    "wire.js",
];
const IN_LOBBY: &[&str] = &["lobby.js"];
const IN_ROOM: &[&str] = &["actions.js", "game.js", "history.js", "invite.js"];

/// The page itself. `{assets}` stands for the folder of the files, `{modules}` for the list of scripts, `{language}` for what the browser speaks,
/// `{title}` for the title, and `{text}` for what those see whose browser runs no scripts.
const PAGE: &str = include_str!("../../../client/web/index.html");

/// Every sentence of the page, in every language.
const TEXTS: &str = include_str!("../../../client/core/texts.json");

/// What a page of this server may do: load what is the server's own, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

/// What every file says.
const FILE_GUARDS: [(HeaderName, &str); 2] = [
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// What the page says besides.
const PAGE_GUARDS: [(HeaderName, &str); 5] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

static SITE: LazyLock<Site> = LazyLock::new(Site::new);

/// The files by name, and the folder that they stand in.
struct Site {
    folder: String,
    files: BTreeMap<&'static str, File>,
}

struct File {
    kind: &'static str,
    plain: Bytes,
    gzip: Bytes,
}

impl File {
    fn new(kind: &'static str, bytes: impl Into<Bytes>) -> Self {
        let plain = bytes.into();
        Self { kind, gzip: zipped(&plain), plain }
    }
}

/// The file of texts that is shared with the terminal's client.
#[derive(Deserialize)]
struct Texts {
    texts: BTreeMap<String, BTreeMap<String, String>>,
    bots: BTreeMap<String, BTreeMap<String, String>>,
}

impl Texts {
    /// Returns what the page needs in one language.
    fn of(&self, language: &str) -> Vec<u8> {
        let column = |rows: &BTreeMap<String, BTreeMap<String, String>>| {
            let row = |(key, cells): (&String, &BTreeMap<String, String>)| {
                Some((key.clone(), cells.get(language)?.clone()))
            };
            rows.iter().filter_map(row).collect::<BTreeMap<_, _>>()
        };
        let lists = [("texts", column(&self.texts)), ("bots", column(&self.bots))];
        serde_json::to_vec(&BTreeMap::from(lists)).unwrap_or_default()
    }
}

impl Site {
    fn new() -> Self {
        let texts: Texts = serde_json::from_str(TEXTS).expect("the file is held equal by a test");
        let texts = [("en.json", texts.of("en")), ("pt.json", texts.of("pt"))];
        let texts = texts.map(|(name, bytes)| (name, File::new(JSON, bytes)));
        let own = FILES.iter().map(|&(name, kind, text)| (name, File::new(kind, slim(kind, text))));
        let files: BTreeMap<_, _> = own.chain(texts).collect();
        let mut hasher = DefaultHasher::new();
        for (name, file) in &files {
            (name, &file.plain).hash(&mut hasher);
        }
        Self { folder: format!("/assets/{:016x}", hasher.finish()), files }
    }
}

/// Leaves out what only readers need: indentation, lines that are comments, and blanks in styles. No text or comment
/// goes over several lines.
fn slim(kind: &str, text: &str) -> String {
    let is_told =
        |line: &&str| !line.is_empty() && !line.starts_with("//") && !line.starts_with("/*");
    let slim = text.lines().map(str::trim_start).filter(is_told).collect::<Vec<_>>().join("\n");
    if kind != CSS {
        return slim;
    }
    let blanks =
        [(": ", ":"), ("; ", ";"), (", ", ","), (" {", "{"), ("{ ", "{"), (" }", "}"), (";}", "}")];
    blanks.into_iter().fold(slim, |slim, (blank, bare)| slim.replace(blank, bare))
}

fn zipped(bytes: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory cannot fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default().into()
}

/// Tells whether someone asks who wants a page rather than text.
pub(super) fn is_wanted(headers: &HeaderMap) -> bool {
    names(headers, &ACCEPT, "text/html")
}

/// Tells whether the page shows something under this path, besides the lobby and rooms.
pub(super) fn has_screen(path: &str) -> bool {
    let is_game = |number: &str| number.parse::<u64>().is_ok();
    ["/games", "/saves", "/ranking"].contains(&path)
        || path.strip_prefix("/game/").is_some_and(is_game)
}

fn names(headers: &HeaderMap, header: &HeaderName, word: &str) -> bool {
    let is_named = |part: &str| {
        let mut words = part.split(';').map(str::trim);
        words.next() == Some(word) && words.all(|word| word != "q=0")
    };
    let text = headers.get(header).and_then(|value| value.to_str().ok()).unwrap_or_default();
    text.split(',').any(is_named)
}

/// Answers a request with the page. `text` is shown where no scripts run.
pub(super) fn page<B>(request: &Request<B>, status: StatusCode, title: &str, text: &str) -> Answer {
    let language = request.headers().get(ACCEPT_LANGUAGE);
    let is_portuguese = language.is_some_and(|value| value.as_bytes().starts_with(b"pt"));
    let own = if request.uri().path().starts_with("/room/") { IN_ROOM } else { IN_LOBBY };
    let modules = EVERYWHERE
        .iter()
        .chain(own)
        .map(|name| format!("<link rel=\"modulepreload\" href=\"{}/{name}\">", SITE.folder));
    let page = PAGE
        .replace("{modules}", &modules.collect::<Vec<_>>().join("\n"))
        .replace("{assets}", &SITE.folder)
        .replace("{language}", if is_portuguese { "pt" } else { "en" })
        .replace("{title}", &escaped(title))
        .replace("{text}", &escaped(text));
    let mut answer = Response::new(Full::new(page.into()));
    *answer.status_mut() = status;
    let answer = saying(guarded(answer, HTML), PAGE_GUARDS);
    let answer = with(answer, VARY, HeaderValue::from_static("accept, accept-language"));
    with(answer, CACHE_CONTROL, HeaderValue::from_static("no-cache"))
}

/// Answers with a file of the page, if there is such a one.
pub(super) fn file(path: &str, headers: &HeaderMap) -> Option<Answer> {
    let file = SITE.files.get(path.strip_prefix(&SITE.folder)?.strip_prefix('/')?)?;
    let is_zipped = names(headers, &ACCEPT_ENCODING, "gzip");
    let bytes = if is_zipped { &file.gzip } else { &file.plain };
    let mut answer = guarded(Response::new(Full::new(bytes.clone())), file.kind);
    if is_zipped {
        answer = with(answer, CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    let for_good = HeaderValue::from_static("public, max-age=31536000, immutable");
    let answer = with(answer, VARY, HeaderValue::from_static("accept-encoding"));
    Some(with(answer, CACHE_CONTROL, for_good))
}

/// Answers with a code to scan that leads to an address.
pub(super) fn code(address: &str) -> Option<Answer> {
    let code = QrCode::with_error_correction_level(address, EcLevel::M).ok()?;
    let picture = code.render::<svg::Color<'_>>().min_dimensions(240, 240).build();
    Some(guarded(Response::new(Full::new(picture.into())), SVG))
}

fn guarded(answer: Answer, kind: &'static str) -> Answer {
    let answer = with(answer, CONTENT_TYPE, HeaderValue::from_static(kind));
    saying(answer, FILE_GUARDS)
}

fn saying<const N: usize>(answer: Answer, headers: [(HeaderName, &'static str); N]) -> Answer {
    headers
        .into_iter()
        .fold(answer, |answer, (name, value)| with(answer, name, HeaderValue::from_static(value)))
}

/// Writes what people chose so that a browser takes none of it for markup, nor the page for a place.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('{', "&#123;")
}
