//! A real Firefox, driven by `WebDriver BiDi`: as much of it as a game on the page takes.

use std::io::Write as _;
use std::process::Stdio;
use std::sync::Arc;

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

use crate::binaries::{PATIENCE, within};
use crate::browser::{Wire, coming, found, middle};

/// Where it is looked for, unless `REVERSI_FIREFOX` names one.
const NAMES: [&str; 2] = ["firefox-esr", "firefox"];

/// What a new profile does that nobody here waits for: pages of welcome, updates, reports.
const PREFERENCES: &str = r#"
user_pref("app.update.enabled", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("browser.startup.page", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("extensions.enabledScopes", 0);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("remote.active-protocols", 1);
user_pref("toolkit.telemetry.enabled", false);
"#;

/// A running Firefox with one page. It ends with this value.
#[derive(Debug)]
pub struct Firefox {
    wire: Arc<Wire>,
    context: Value,
    _process: Child,
    _folder: TempDir,
}

impl Firefox {
    /// Starts it; says loudly if this machine has none.
    pub async fn start() -> Option<Self> {
        let Some(program) = found("REVERSI_FIREFOX", &NAMES) else {
            let told = "\n*** NOT TESTED: there is no Firefox here for the page's test. Install the package \
                        `firefox-esr`, or set REVERSI_FIREFOX. ***\n";
            // Not by `eprintln`, which a test that passes keeps to itself.
            let _ = std::io::stderr().write_all(told.as_bytes());
            return None;
        };
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("user.js"), PREFERENCES).expect("a folder to write to");
        let mut process = Command::new(program)
            .args(["--headless", "--no-remote", "--remote-debugging-port", "0", "--profile"])
            .arg(folder.path())
            .arg("about:blank")
            .env("HOME", folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("Firefox starts");
        let mut lines = BufReader::new(process.stderr.take().expect("it is piped")).lines();
        let address = within("the address of Firefox", async {
            loop {
                let line = lines.next_line().await.expect("a line").expect("Firefox runs");
                if let Some((_, address)) = line.split_once("WebDriver BiDi listening on ") {
                    return format!("{address}/session");
                }
            }
        });
        let address = address.await;
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        let wire = Wire::open(&address).await;
        wire.call(None, "session.new", json!({ "capabilities": {} })).await;
        wire.call(None, "session.subscribe", json!({ "events": ["log.entryAdded"] })).await;
        let page = wire.call(None, "browsingContext.create", json!({ "type": "tab" })).await;
        Some(Self { wire, context: page["context"].clone(), _process: process, _folder: folder })
    }

    async fn call(&self, method: &str, mut params: Value) -> Value {
        params["context"] = self.context.clone();
        self.wire.call(None, method, params).await
    }

    /// Goes to an address and waits until it is there.
    pub async fn go(&self, address: &str) {
        self.call("browsingContext.navigate", json!({ "url": address, "wait": "complete" })).await;
    }

    /// Returns what an expression is worth in the page, if that is a text, a number, or whether something holds.
    pub async fn eval(&self, expression: &str) -> Value {
        let target = json!({ "context": self.context });
        let params = json!({ "expression": expression, "target": target, "awaitPromise": true });
        let mut answer = self.wire.call(None, "script.evaluate", params).await;
        assert_eq!(answer["type"], "success", "{expression}: {answer}");
        answer["result"]["value"].take()
    }

    /// Waits until an expression holds.
    pub async fn until(&self, expression: &str) {
        let waited = tokio::time::timeout(PATIENCE, self.eval(&coming(expression))).await;
        if waited.is_err() {
            let shown = self.eval("document.body.innerText").await;
            panic!("{expression} did not come to hold; faults {:?}; shown: {shown}", self.faults());
        }
    }

    /// Presses the mouse where an element is.
    pub async fn click(&self, selector: &str) {
        self.until(&middle(selector)).await;
        let place = self.eval(&format!("JSON.stringify({})", middle(selector))).await;
        let [x, y]: [f64; 2] =
            serde_json::from_str(place.as_str().expect("a place")).expect("two numbers");
        let pointer = json!({ "type": "pointer", "id": "mouse", "actions": [
            { "type": "pointerMove", "x": x.round(), "y": y.round() },
            { "type": "pointerDown", "button": 0 },
            { "type": "pointerUp", "button": 0 },
        ] });
        self.call("input.performActions", json!({ "actions": [pointer] })).await;
    }

    /// Types a text where the focus is; a line's end is the key Enter.
    pub async fn type_text(&self, text: &str) {
        let keys = text.chars().map(|c| if c == '\n' { '\u{e007}' } else { c });
        let keys = keys
            .flat_map(|key| ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key })));
        let keyboard = json!({ "type": "key", "id": "keys", "actions": keys.collect::<Value>() });
        self.call("input.performActions", json!({ "actions": [keyboard] })).await;
    }

    /// Returns the errors in the page.
    pub fn faults(&self) -> Vec<String> {
        let heard = self.wire.heard("");
        let errors = heard.into_iter().filter(|event| event["params"]["level"] == "error");
        errors.map(|event| event["params"]["text"].to_string()).collect()
    }
}
