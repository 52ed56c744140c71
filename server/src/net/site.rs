//! The page for browsers: its files, made ready once, and what a browser is told to do with them. Files
//! stand under a folder that is named by what they hold, so that a browser keeps them for good and still
//! never mixes those of two versions.

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{
    ACCEPT, ACCEPT_ENCODING, ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_ENCODING,
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, COOKIE, HeaderMap, HeaderName, HeaderValue,
    REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS,
};
use hyper::{Request, Response, StatusCode};

use super::answers::{Answer, with};

// What the build makes of `client/web`: `FOLDER`, the `FILES` in it as they are, by gzip and by brotli, and for
// each file of scripts those that it `NEEDS`.
include!(concat!(env!("OUT_DIR"), "/site/table.rs"));

/// How a file may be sent, the smallest first.
const CODINGS: [&str; 2] = ["br", "gzip"];

const SVG: &str = "image/svg+xml";
const HTML: &str = "text/html; charset=utf-8";

/// The page itself. `{assets}` stands for the folder of the files, `{modules}` for links to the scripts that the
/// screen needs, `{language}` for what is spoken, `{title}` for the title, and `{text}` for what those see whose
/// browser runs no scripts.
const PAGE: &str = include_str!("../../../client/web/index.html");

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

/// Tells whether someone asks who wants a page rather than text.
pub(super) fn is_wanted(headers: &HeaderMap) -> bool {
    names(headers, &ACCEPT, "text/html")
}

/// Tells whether the page shows something under this path, besides the lobby and rooms.
pub(super) fn has_screen(path: &str) -> bool {
    let is_game = |number: &str| number.parse::<u64>().is_ok();
    ["/games", "/saves", "/ranking", "/setup"].contains(&path)
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
    let language = language_of(request.headers());
    let screen = if request.uri().path().starts_with("/room/") { "game" } else { "lobby" };
    let needed =
        NEEDS.iter().find(|(file, _)| *file == screen).map_or(&[][..], |(_, needed)| needed);
    let modules = needed
        .iter()
        .map(|name| format!("<link rel=\"modulepreload\" href=\"{FOLDER}/{language}/{name}.js\">"));
    let page = PAGE
        .replace("{modules}", &modules.collect::<Vec<_>>().join("\n"))
        .replace("{assets}", FOLDER)
        .replace("{language}", language)
        .replace("{title}", &escaped(title))
        .replace("{text}", &escaped(text));
    let mut answer = Response::new(Full::new(page.into()));
    *answer.status_mut() = status;
    let answer = saying(guarded(answer, HTML), PAGE_GUARDS);
    let answer = with(answer, VARY, HeaderValue::from_static("accept, accept-language, cookie"));
    with(answer, CACHE_CONTROL, HeaderValue::from_static("no-cache"))
}

/// Returns what somebody chose to be spoken to in on the page, or else what the browser prefers.
fn language_of(headers: &HeaderMap) -> &'static str {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let chosen = text(COOKIE).split(';').find_map(|pair| pair.trim().strip_prefix("language="));
    if chosen.unwrap_or(text(ACCEPT_LANGUAGE)).starts_with("pt") { "pt" } else { "en" }
}

/// Answers with a file of the page, if there is such a one.
pub(super) fn file(path: &str, headers: &HeaderMap) -> Option<Answer> {
    let name = path.strip_prefix(FOLDER)?.strip_prefix('/')?;
    let (_, [plain, gzip, brotli]) = FILES.iter().find(|(file, _)| *file == name)?;
    let coding = CODINGS.into_iter().find(|coding| names(headers, &ACCEPT_ENCODING, coding));
    let bytes = match coding {
        Some("br") => brotli,
        Some(_) => gzip,
        None => plain,
    };
    let answer = Response::new(Full::new(Bytes::from_static(bytes)));
    let mut answer = guarded(answer, kind_of(name));
    if let Some(coding) = coding {
        answer = with(answer, CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    let for_good = HeaderValue::from_static("public, max-age=31536000, immutable");
    let answer = with(answer, VARY, HeaderValue::from_static("accept-encoding"));
    Some(with(answer, CACHE_CONTROL, for_good))
}

fn kind_of(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => SVG,
        _ => "application/json",
    }
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
