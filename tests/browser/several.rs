//! Three linked servers behind a balancer: whoever plays stays in the game, whichever of them is lost.

use std::path::Path;

use reversi_game::{Game, Position};
use reversi_private_postgres::PrivatePostgres;
use reversi_tests::{Browser, Cable, ServerProcess, TerminalClient};
use tokio::time::Instant;

use crate::{DESK, Visitor};

/// A page that plays Black, and a terminal that plays White.
struct Pair {
    ann: Visitor,
    ben: TerminalClient,
    game: Game,
}

impl Pair {
    /// Opens a room where the balancer leads, and sits down at both seats at `own`, another server than the room's.
    async fn open(browser: &Browser, balancer: &Cable, own: &ServerProcess, state: &Path) -> Self {
        let address = balancer.address();
        let ann = Visitor(browser.open(&format!("http://{address}/"), DESK).await);
        ann.opens(&[]).await;
        ann.is_called("Ann").await;
        let path = ann.room().await;
        balancer.lead_to(own.address());
        balancer.cut();
        ann.until("!document.querySelector('#banner').hidden").await;
        balancer.mend();
        ann.until("document.querySelector('#banner').hidden").await;
        let room = path.rsplit('/').next().unwrap();
        let ben = TerminalClient::start(address, "Ben", state, &["join", room]);
        ben.shows("to move").await;
        Self { ann, ben, game: Game::new(Position::START) }
    }

    /// Black plays, and then White, and both see it.
    async fn play(&mut self, black: &str, white: &str) {
        self.ann.has_turn().await;
        self.ann.place(black.parse().unwrap()).await;
        self.ben.shows(&format!("black {black}")).await;
        let is_marked = |line: &str| line.contains("(you)") && line.contains("◂ to move");
        self.ben.shows_such("the own turn", |screen| screen.lines().any(is_marked)).await;
        self.ben.type_keys(&format!("{white}\r"));
        for square in [black, white] {
            self.game.play(square.parse().unwrap()).unwrap();
        }
        self.ann.sees(&self.game.position().board).await;
        self.ben.shows(&format!("white {white}")).await;
    }

    /// Returns how often the terminal has lost its line.
    fn lost_by_ben(&self) -> usize {
        self.ben.output().matches("Connection lost").count()
    }
}

#[tokio::test]
#[expect(clippy::print_stderr, reason = "the test harness shows it")]
async fn a_page_and_a_terminal_stay_in_their_game_while_one_server_after_the_other_is_killed() {
    let name =
        "a_page_and_a_terminal_stay_in_their_game_while_one_server_after_the_other_is_killed";
    let Some(database) = PrivatePostgres::start(name) else { return };
    let Some(browser) = Browser::start().await else { return };
    let option = format!("--database={}", database.database());
    let start = async || ServerProcess::start_with(&[&option, "--link-listen=127.0.0.1:0"]).await;
    let (mut own, mut owner, third) = (start().await, start().await, start().await);
    let balancer = Cable::to(owner.address()).await;
    let state = tempfile::tempdir().unwrap();
    let mut pair = Pair::open(&browser, &balancer, &own, state.path()).await;
    pair.play("f5", "d6").await;

    balancer.lead_to(third.address());
    let killed = Instant::now();
    own.kill().await;
    pair.play("c3", "d3").await;
    eprintln!("two moves after the own server was killed: {:.1?}", killed.elapsed());
    pair.ben.shows(" online ").await;
    pair.ann.until("document.querySelector('#banner').hidden").await;

    // This time nobody's line is lost.
    let watch = "window.lost = 0; new MutationObserver(() => window.lost += !document.querySelector('#banner').hidden)
                 .observe(document.querySelector('#banner'), { attributes: true })";
    pair.ann.eval(&format!("(() => {{ {watch}; return 0; }})()")).await;
    let lost = pair.lost_by_ben();
    let killed = Instant::now();
    owner.kill().await;
    pair.play("c4", "f4").await;
    eprintln!("two moves after the room's server was killed: {:.1?}", killed.elapsed());
    assert_eq!(pair.ann.eval("window.lost").await, 0);
    assert_eq!(pair.lost_by_ben(), lost);
    pair.ann.is_well();
}
