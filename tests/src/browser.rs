//! A real Chromium, driven over its `DevTools` protocol: pages that do not know of each other, what is
//! pressed and typed there, and what they show.

use std::collections::BTreeMap;
use std::env;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak, mpsc as channel};
use std::thread;
use std::time::Duration;

use data_encoding::BASE64;
use futures::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::sync::{Semaphore, SemaphorePermit, mpsc, oneshot};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::binaries::{PATIENCE, within};

/// Where a browser is looked for, unless `REVERSI_CHROMIUM` names one. First the one that has no windows of its
/// own: it draws pages alike and starts with a quarter of the work.
const NAMES: [&str; 5] = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// How long a page is asked at a time whether something holds.
const ANSWER_MAX: Duration = Duration::from_secs(3);

/// The browser of all who use one at the moment: the first starts it, the last ends it.
static RUNNING: Mutex<Weak<Chromium>> = Mutex::new(Weak::new());

/// How many use it at a time; each keeps a core busy.
static PLACES: Semaphore = Semaphore::const_new(3);

/// A connection to the running browser. The pages that are opened by it end with it.
#[derive(Debug)]
pub struct Browser {
    wire: Arc<Wire>,
    _chromium: Arc<Chromium>,
    _place: SemaphorePermit<'static>,
}

/// The browser's process. It ends with this value.
#[derive(Debug)]
struct Chromium {
    process: Child,
    address: String,
    _folder: TempDir,
}

/// What is said to the browser, and what it says.
#[derive(Debug)]
pub(crate) struct Wire {
    outgoing: mpsc::UnboundedSender<String>,
    waiting: Mutex<BTreeMap<u64, oneshot::Sender<Value>>>,
    /// What each page's session was told of, by its name.
    heard: Mutex<BTreeMap<String, Vec<Value>>>,
    last_id: AtomicU64,
}

/// A page of somebody who shares nothing with the others: no storage, no seat.
#[derive(Debug)]
pub struct Page {
    wire: Arc<Wire>,
    session: String,
    /// Whose storage it has.
    context: Value,
    size: [u32; 2],
}

/// Finds a browser on this machine: what a variable names, or one of these.
pub(crate) fn found(variable: &str, names: &[&str]) -> Option<PathBuf> {
    if let Some(named) = env::var_os(variable) {
        return Some(named.into());
    }
    let folders = env::var_os("PATH")?;
    let mut programs = env::split_paths(&folders)
        .flat_map(|folder| names.iter().map(move |name| folder.join(name)));
    programs.find(|program| program.is_file())
}

/// Returns an expression that comes when another one holds.
pub(crate) fn coming(expression: &str) -> String {
    format!(
        "new Promise((hold) => {{ const look = () => {{ let holds = false; \
         try {{ holds = {expression}; }} catch {{}} \
         if (holds) hold(true); else setTimeout(look, 15); }}; look(); }})"
    )
}

/// Returns an expression for the middle of an element, if it is shown and nothing lies over it.
pub(crate) fn middle(selector: &str) -> String {
    let selector = Value::from(selector);
    format!(
        "(() => {{ const it = document.querySelector({selector}); it.scrollIntoView({{ block: 'nearest' }}); \
         const box = it.getBoundingClientRect(); \
         const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]; \
         const top = document.elementFromPoint(x, y); \
         return it.contains(top) || top?.contains(it) ? [x, y] : null; }})()"
    )
}

impl Chromium {
    fn start(program: &Path) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        // However this process ends, its end of the pipe is closed then. What Debian installs is a script that
        // starts the browser, so both are ended, as a group.
        let mut process = Command::new("sh")
            .args(["-c", "\"$0\" \"$@\" </dev/null & read -r _; kill -9 0"])
            .process_group(0)
            .arg(program)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"])
            .args(["--hide-scrollbars", "--autoplay-policy=no-user-gesture-required"])
            .args(["--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking"])
            .arg(format!("--user-data-dir={}", folder.path().display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("Chromium starts");
        let lines = BufReader::new(process.stderr.take().expect("it is piped")).lines();
        let (tell, told) = channel::channel();
        thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                if let Some(address) = line.strip_prefix("DevTools listening on ") {
                    let _ = tell.send(address.to_owned());
                }
            }
        });
        let mut chromium = Self { process, address: String::new(), _folder: folder };
        chromium.address = told.recv_timeout(PATIENCE).expect("the address of Chromium");
        chromium
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}

impl Browser {
    /// Connects to the browser; says loudly if this machine has none. The whole check brings its own
    /// and lets none of this be left out.
    pub async fn start() -> Option<Self> {
        let Some(program) = found("REVERSI_CHROMIUM", &NAMES) else {
            assert!(env::var_os("CI").is_none(), "there is no Chromium, and CI wants one");
            let told = "\n*** NOT TESTED: there is no Chromium here for the page's tests. Install the \
                        package `chromium-headless-shell`, or set REVERSI_CHROMIUM. ***\n";
            // Not by `eprintln`, which a test that passes keeps to itself.
            let _ = std::io::stderr().write_all(told.as_bytes());
            return None;
        };
        let place = PLACES.acquire().await.expect("nobody closes it");
        let chromium = {
            let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
            running.upgrade().unwrap_or_else(|| {
                let chromium = Arc::new(Chromium::start(&program));
                *running = Arc::downgrade(&chromium);
                chromium
            })
        };
        let wire = Wire::open(&chromium.address).await;
        Some(Self { wire, _chromium: chromium, _place: place })
    }

    /// Opens an address as somebody new, in a window of this size.
    pub async fn open(&self, address: &str, size: [u32; 2]) -> Page {
        let page = self.blank(size).await;
        page.go(address).await;
        page
    }

    /// Opens an empty page as somebody new, in a window of this size.
    pub async fn blank(&self, size: [u32; 2]) -> Page {
        let ends_with_wire = json!({ "disposeOnDetach": true });
        let context = self.wire.call(None, "Target.createBrowserContext", ends_with_wire).await;
        Page::blank(&self.wire, &context["browserContextId"], size).await
    }
}

impl Wire {
    pub(crate) async fn open(address: &str) -> Arc<Self> {
        let host = address.split('/').nth(2).expect("an address has a host");
        let stream = TcpStream::connect(host).await.expect("the browser listens");
        let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        let (socket, _) =
            client_async_with_config(address, stream, Some(config)).await.expect("it speaks");
        let (outgoing, said) = mpsc::unbounded_channel();
        let (waiting, heard, last_id) = Default::default();
        let wire = Arc::new(Self { outgoing, waiting, heard, last_id });
        tokio::spawn(Arc::clone(&wire).converse(socket, said));
        wire
    }

    async fn converse(
        self: Arc<Self>,
        socket: WebSocketStream<TcpStream>,
        mut said: mpsc::UnboundedReceiver<String>,
    ) {
        let (mut sink, mut stream) = socket.split();
        loop {
            tokio::select! {
                text = said.recv() => {
                    let Some(text) = text else { return };
                    if sink.send(Message::text(text)).await.is_err() { return }
                }
                message = stream.next() => {
                    let Some(Ok(message)) = message else { return };
                    if let Message::Text(text) = message { self.hear(&text); }
                }
            }
        }
    }

    fn hear(&self, text: &str) {
        let message: Value = serde_json::from_str(text).expect("browsers speak JSON");
        if let Some(id) = message["id"].as_u64() {
            let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
            let _ = waiting.map(|waiting| waiting.send(message));
        } else {
            let session = message["sessionId"].as_str().unwrap_or_default().to_owned();
            let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
            heard.entry(session).or_default().push(message);
        }
    }

    /// Returns what was told in a session; one without a name has what concerns the browser.
    pub(crate) fn heard(&self, session: &str) -> Vec<Value> {
        let heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.get(session).cloned().unwrap_or_default()
    }

    /// Asks the browser; what fails is the second value.
    async fn ask(
        &self,
        session: Option<&str>,
        method: &str,
        params: Value,
    ) -> Result<Value, Value> {
        let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        let (answer, on_answer) = oneshot::channel();
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).insert(id, answer);
        let mut request = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            request["sessionId"] = session.into();
        }
        self.outgoing.send(request.to_string()).expect("the browser runs");
        let mut answer =
            within(format!("the answer to {method}"), on_answer).await.expect("the browser runs");
        if answer["error"].is_null() {
            Ok(answer["result"].take())
        } else {
            Err(answer["error"].take())
        }
    }

    pub(crate) async fn call(&self, session: Option<&str>, method: &str, params: Value) -> Value {
        let answer = self.ask(session, method, params).await;
        answer.unwrap_or_else(|error| panic!("{method}: {error}"))
    }
}

/// What a page takes to draw what has changed.
const FRAME: Duration = Duration::from_millis(17);

impl Page {
    async fn blank(wire: &Arc<Wire>, context: &Value, size: [u32; 2]) -> Self {
        let target = json!({ "url": "about:blank", "browserContextId": context });
        let target = wire.call(None, "Target.createTarget", target).await;
        let attached = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = wire.call(None, "Target.attachToTarget", attached).await;
        let session = attached["sessionId"].as_str().expect("a session").to_owned();
        let page = Self { wire: Arc::clone(wire), session, context: context.clone(), size };
        for domain in ["Page", "Runtime", "Log", "Network"] {
            page.call(&format!("{domain}.enable"), json!({})).await;
        }
        let size =
            json!({ "width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": false });
        page.call("Emulation.setDeviceMetricsOverride", size).await;
        // Whatever other windows are opened meanwhile, somebody looks at this one.
        page.call("Emulation.setFocusEmulationEnabled", json!({ "enabled": true })).await;
        page
    }

    /// Opens an address in another tab of the same browser.
    pub async fn tab(&self, address: &str) -> Self {
        let page = Self::blank(&self.wire, &self.context, self.size).await;
        page.go(address).await;
        page
    }

    /// Asks for anything of the `DevTools` protocol.
    pub async fn call(&self, method: &str, params: Value) -> Value {
        self.wire.call(Some(&self.session), method, params).await
    }

    /// Goes to an address and waits until a screen is shown.
    pub async fn go(&self, address: &str) {
        self.call("Page.navigate", json!({ "url": address })).await;
        self.until("document.querySelector('main') && document.readyState === 'complete'").await;
    }

    /// Returns what an expression is worth in the page.
    pub async fn eval(&self, expression: &str) -> Value {
        self.try_eval(expression).await.unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    async fn try_eval(&self, expression: &str) -> Result<Value, String> {
        let params =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let answer = self.wire.ask(Some(&self.session), "Runtime.evaluate", params).await;
        let mut answer = answer.map_err(|error| error.to_string())?;
        let exception = &answer["exceptionDetails"];
        if exception.is_null() {
            Ok(answer["result"]["value"].take())
        } else {
            Err(exception.to_string())
        }
    }

    /// Waits until an expression holds, whatever page is there meanwhile.
    pub async fn until(&self, expression: &str) {
        let wait = coming(expression);
        // Searches have what others leave of a crowded machine.
        let waited = tokio::time::timeout(3 * PATIENCE, async {
            // A page that is left while it is asked may never answer.
            let asked = || tokio::time::timeout(ANSWER_MAX, self.try_eval(&wait));
            while !matches!(asked().await, Ok(Ok(_))) {}
        });
        if waited.await.is_err() {
            let shown = self.try_eval("document.body.innerText").await;
            panic!(
                "{expression} did not come to hold; faults {:?}; shown: {shown:?}",
                self.faults()
            );
        }
    }

    /// Presses the mouse where an element is.
    pub async fn click(&self, selector: &str) {
        let [x, y] = self.place_of(selector).await;
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event).await;
        }
    }

    /// Taps where an element is.
    pub async fn tap(&self, selector: &str) {
        let [x, y] = self.place_of(selector).await;
        for (kind, points) in [("touchStart", json!([{ "x": x, "y": y }])), ("touchEnd", json!([]))]
        {
            self.call("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }))
                .await;
        }
    }

    /// Returns the middle of an element, once it is shown, nothing lies over it and it keeps its place.
    async fn place_of(&self, selector: &str) -> [f64; 2] {
        let place = middle(selector);
        loop {
            self.until(&place).await;
            let before = self.eval(&place).await;
            tokio::time::sleep(FRAME).await;
            if before == self.eval(&place).await
                && let Ok(place) = serde_json::from_value(before)
            {
                return place;
            }
        }
    }

    /// Presses a key, such as `ArrowLeft`, `Enter` or `f`.
    pub async fn key(&self, key: &str) {
        let text = match key {
            "Enter" => Some("\r"),
            key if key.chars().count() == 1 => Some(key),
            _ => None,
        };
        let code = match key {
            "Enter" => 13,
            "Tab" => 9,
            "Escape" => 27,
            _ => 0,
        };
        for kind in [if text.is_some() { "keyDown" } else { "rawKeyDown" }, "keyUp"] {
            let mut event =
                json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code });
            if let Some(text) = text.filter(|_| kind == "keyDown") {
                event["text"] = text.into();
            }
            self.call("Input.dispatchKeyEvent", event).await;
        }
    }

    /// Types a text where the focus is.
    pub async fn type_text(&self, text: &str) {
        self.call("Input.insertText", json!({ "text": text })).await;
    }

    /// Chooses a file for an input.
    pub async fn choose(&self, selector: &str, file: &Path) {
        let found = json!({ "expression": format!("document.querySelector({selector:?})") });
        let found = self.call("Runtime.evaluate", found).await;
        let files = json!({ "files": [file], "objectId": found["result"]["objectId"] });
        self.call("DOM.setFileInputFiles", files).await;
    }

    /// Takes a picture of the window.
    pub async fn picture(&self) -> Vec<u8> {
        let form = json!({ "format": "webp", "quality": 88 });
        let taken = self.call("Page.captureScreenshot", form).await;
        let bytes = BASE64.decode(taken["data"].as_str().expect("a picture").as_bytes());
        bytes.expect("it is written in base64")
    }

    /// Returns what the page was told of by the browser, by the name of the event.
    pub fn heard(&self, method: &str) -> Vec<Value> {
        let mut heard = self.wire.heard(&self.session);
        heard.retain(|event| event["method"] == method);
        heard.into_iter().map(|mut event| event["params"].take()).collect()
    }

    /// Returns what went wrong in the page: exceptions, errors in its console, what its policy forbids.
    pub fn faults(&self) -> Vec<String> {
        let thrown = self.heard("Runtime.exceptionThrown").into_iter();
        let logged =
            self.heard("Log.entryAdded").into_iter().filter(|it| it["entry"]["level"] == "error");
        thrown.chain(logged).map(|fault| fault.to_string()).collect()
    }
}
