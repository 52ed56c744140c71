//! The page in a real Chromium, against the real server, one module a theme. Without a Chromium they
//! say so and test nothing.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod firefox;
mod games;
mod looks;
mod people;
mod several;
mod watching;
mod ways;

use reversi_game::{Board, Color, Square};
use reversi_tests::{Browser, Page, ServerProcess};

pub(crate) const DESK: [u32; 2] = [1280, 800];
pub(crate) const PHONE: [u32; 2] = [360, 740];

/// A server and a browser.
pub(crate) struct Place {
    pub(crate) server: ServerProcess,
    pub(crate) browser: Browser,
}

impl Place {
    /// Starts both, if there is a browser.
    pub(crate) async fn open() -> Option<Self> {
        Self::open_with(&[]).await
    }

    /// Starts both, the server with further options.
    pub(crate) async fn open_with(options: &[&str]) -> Option<Self> {
        let browser = Browser::start().await?;
        Some(Self { server: ServerProcess::start_with(options).await, browser })
    }

    /// Returns an address of the server.
    pub(crate) fn address(&self, path: &str) -> String {
        format!("http://{}{path}", self.server.address())
    }

    /// Opens the page as somebody new.
    pub(crate) async fn visit(&self, path: &str, size: [u32; 2]) -> Visitor {
        Visitor(self.browser.open(&self.address(path), size).await)
    }

    /// Opens a room as Ann, who plays Black, and returns its path.
    pub(crate) async fn ann(&self, size: [u32; 2]) -> (Visitor, String) {
        let ann = self.visit("/", size).await;
        ann.opens(&[]).await;
        ann.is_called("Ann").await;
        let path = ann.room().await;
        (ann, path)
    }

    /// Opens a room as Ann and lets Ben take the other seat by its link.
    pub(crate) async fn pair(&self, size: [u32; 2]) -> (Visitor, Visitor) {
        let (ann, path) = self.ann(size).await;
        let ben = self.visit(&path, size).await;
        ben.click("#play").await;
        ben.is_called("Ben").await;
        ann.until("document.querySelector('.board.mine')").await;
        ben.until("document.querySelector('.status').textContent.includes('Black')").await;
        (ann, ben)
    }
}

/// Somebody at the page.
pub(crate) struct Visitor(Page);

impl std::ops::Deref for Visitor {
    type Target = Page;

    fn deref(&self) -> &Page {
        &self.0
    }
}

impl Visitor {
    /// Answers the question for a name.
    pub(crate) async fn is_called(&self, name: &str) {
        self.until("document.querySelector('#name-field')").await;
        self.type_text(name).await;
        self.key("Enter").await;
    }

    /// Opens a room for two by the form, with these of its fields filled in.
    pub(crate) async fn opens(&self, fields: &[(&str, &str)]) {
        self.click("#open-room").await;
        for (name, value) in fields {
            self.until(&format!("document.querySelector('[name={name}]')")).await;
            self.eval(&format!("document.querySelector('[name={name}]').value = '{value}'")).await;
        }
        self.click("#form-go").await;
    }

    /// Waits for a room's screen and returns its path.
    pub(crate) async fn room(&self) -> String {
        self.until("location.pathname.startsWith('/room/') && document.querySelector('.grid')")
            .await;
        self.eval("location.pathname").await.as_str().unwrap().to_owned()
    }

    /// Waits for a link that keeps a seat, and returns it from its path on.
    pub(crate) async fn link(&self) -> String {
        self.until("document.querySelector('.invite input')?.value.includes('#i=')").await;
        let link = "(({ pathname, hash }) => pathname + hash)\
                    (new URL(document.querySelector('.invite input').value))";
        self.eval(link).await.as_str().unwrap().to_owned()
    }

    /// Waits until the board shows this.
    pub(crate) async fn sees(&self, board: &Board) {
        let wanted = Square::ALL.map(|square| board.disc_at(square).map_or('-', Color::symbol));
        let wanted = wanted.into_iter().collect::<String>();
        self.until(&format!("{SHOWN} === '{wanted}'")).await;
    }

    /// Waits until it is this player's turn.
    pub(crate) async fn has_turn(&self) {
        self.until("document.querySelector('.board.mine')").await;
    }

    /// Clicks a square.
    pub(crate) async fn place(&self, square: Square) {
        self.click(&at(square)).await;
    }

    /// Waits until the status says this.
    pub(crate) async fn is_told(&self, text: &str) {
        self.until(&format!("document.querySelector('.status').textContent.includes({text:?})"))
            .await;
    }

    /// Waits until something is asked above the actions, and answers with a button.
    pub(crate) async fn answers(&self, question: &str, button: &str) {
        self.until(&format!(
            "document.querySelector('.prompt').textContent.includes({question:?})"
        ))
        .await;
        self.click(button).await;
    }

    /// Chooses something that can be done, from the menu if it stands there.
    pub(crate) async fn does(&self, action: &str) {
        self.until(&format!("!document.querySelector('#do-{action}').hidden")).await;
        self.eval(&format!(
            "(() => {{ const menu = document.querySelector('#do-{action}').closest('details'); \
             if (menu) menu.open = true; }})()"
        ))
        .await;
        self.click(&format!("#do-{action}")).await;
    }

    /// Holds that nothing went wrong in the page.
    pub(crate) fn is_well(&self) {
        assert_eq!(self.faults(), Vec::<String>::new());
    }
}

/// The discs as the page shows them, in scan order, whichever side of the board is near.
pub(crate) const SHOWN: &str = "[...document.querySelectorAll('.grid button')].sort((one, other) => \
                     one.dataset.square[1] - other.dataset.square[1] || (one.dataset.square > other.dataset.square) - 0.5) \
                     .map(({ firstChild: disc }) => disc.classList.contains('sent') ? '-' : disc.classList.contains('black') ? 'X' : \
                     disc.classList.contains('white') ? 'O' : '-').join('')";

pub(crate) fn at(square: Square) -> String {
    format!("[data-square={square}]")
}
