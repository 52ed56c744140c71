//! Ways to the page and back: by keys, by touch, after a reload, after a lost line, from another tab.

use std::fmt::Write as _;

use qrcode::bits::Bits;
use qrcode::canvas::{Canvas, MaskPattern};
use qrcode::ec::construct_codewords;
use qrcode::{EcLevel, Version};
use reversi_game::{Game, Position, Square};
use reversi_protocol::RoleWish;
use reversi_tests::{Cable, LineClient, Player};
use serde_json::{Value, json};

use super::{DESK, PHONE, Place, SHOWN, Visitor, at};

const MOVES: [&str; 6] = ["f5", "d6", "c3", "d3", "c4", "f4"];

fn moves() -> impl Iterator<Item = Square> {
    MOVES.into_iter().map(|square| square.parse().unwrap())
}

/// Plays by keys alone, from the lobby on.
#[tokio::test]
async fn a_game_is_played_with_the_keyboard_only() {
    let Some(place) = Place::open().await else { return };
    let ann = place.visit("/", DESK).await;
    let tab_to = async |selector: &str| {
        for _ in 0..60 {
            if ann.eval(&format!("document.activeElement.matches({selector:?})")).await == true {
                return;
            }
            ann.key("Tab").await;
        }
        panic!("Tab does not lead to {selector}");
    };
    tab_to("#hot-seat").await;
    ann.key("Enter").await;
    ann.is_called("Ann").await;
    ann.room().await;
    ann.has_turn().await;
    tab_to(".grid button").await;
    let mut game = Game::new(Position::START);
    for square in moves() {
        for key in square.to_string().chars() {
            ann.key(&key.to_string()).await;
        }
        ann.until(&format!("document.activeElement.dataset.square === '{square}'")).await;
        ann.key("Enter").await;
        game.play(square).unwrap();
        ann.sees(&game.position().board).await;
    }
    // One tab stop, by the arrows to its neighbour, and by `n` to a legal square.
    assert_eq!(ann.eval("document.querySelectorAll('.grid [tabindex=\"0\"]').length").await, 1);
    ann.key("ArrowLeft").await;
    ann.until("document.activeElement.dataset.square === 'e4'").await;
    ann.key("n").await;
    ann.until("document.activeElement.matches('.legal')").await;
    ann.key(",").await;
    ann.until("document.querySelector('.board.past')").await;
    ann.key("Escape").await;
    ann.key("u").await;
    ann.until("document.querySelectorAll('.move').length === 5").await;
    ann.is_well();
}

#[tokio::test]
async fn a_game_is_played_by_touch_on_a_small_screen() {
    let Some(place) = Place::open().await else { return };
    let (ann, ben) = place.pair(PHONE).await;
    let mut game = Game::new(Position::START);
    for page in [&ann, &ben] {
        page.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": true })).await;
    }
    for (ply, square) in moves().enumerate() {
        let mover = [&ann, &ben][ply % 2];
        mover.has_turn().await;
        mover.tap(&at(square)).await;
        game.play(square).unwrap();
        for page in [&ann, &ben] {
            page.sees(&game.position().board).await;
        }
    }
    let is_narrow = "document.documentElement.scrollWidth <= innerWidth && \
                     document.querySelector('.grid button').offsetWidth >= 36";
    assert_eq!(ann.eval(is_narrow).await, true);
    ann.is_well();
}

async fn place_and_see(pages: [&Visitor; 2], game: &mut Game, square: &str) {
    let square = square.parse().unwrap();
    pages[0].has_turn().await;
    pages[0].place(square).await;
    game.play(square).unwrap();
    for page in pages {
        page.sees(&game.position().board).await;
    }
}

#[tokio::test]
async fn a_reload_and_a_second_tab_find_the_same_seat() {
    let Some(place) = Place::open().await else { return };
    let (ann, ben) = place.pair(DESK).await;
    let mut game = Game::new(Position::START);
    place_and_see([&ann, &ben], &mut game, "f5").await;
    ben.call("Page.reload", json!({})).await;
    ben.has_turn().await;
    place_and_see([&ben, &ann], &mut game, "d6").await;
    let link = ann.eval("location.href").await;
    ann.go(&place.address("/")).await;
    // The lobby has the room first; going back by its link is the same.
    ann.until("document.querySelector('.lists a')").await;
    ann.go(link.as_str().unwrap()).await;
    place_and_see([&ann, &ben], &mut game, "c3").await;
    ann.is_well();
    ben.is_well();
}

/// Opens a room whose seat is kept for somebody, and returns the link that leads there.
async fn inviting(place: &Place) -> (Visitor, String) {
    let ann = place.visit("/", DESK).await;
    ann.opens(&[("opponent", "guest")]).await;
    ann.is_called("Ann").await;
    let link = ann.link().await;
    (ann, link)
}

#[tokio::test]
async fn a_seat_is_kept_for_whoever_gets_the_link_in_a_browser_or_a_terminal() {
    let Some(place) = Place::open().await else { return };
    let (ann, first) = inviting(&place).await;
    ann.eval("document.querySelector('.invite details').open = true").await;
    ann.until("document.querySelector('.invite svg path').getAttribute('d').length > 1000").await;
    let (path, _) = first.split_once("#i=").unwrap();
    let cleo = place.visit(path, DESK).await;
    cleo.answers("kept for whoever was invited", "#watch").await;
    assert_eq!(cleo.eval("document.querySelector('#play')").await, Value::Null);
    // Opened to everyone and kept again, it is another link.
    ann.click("#release").await;
    ann.click("#reserve").await;
    ann.until("document.querySelector('#release')").await;
    let link = ann.link().await;
    assert_ne!(link, first);
    let late = place.visit(&first, DESK).await;
    late.click("#play").await;
    late.is_called("Dan").await;
    late.until("document.body.textContent.includes('ask for an invitation')").await;
    let ben = place.visit(&link, DESK).await;
    ben.until("document.querySelector('#play') && location.hash === ''").await;
    ben.call("Page.reload", json!({})).await;
    ben.click("#play").await;
    ben.is_called("Ben").await;
    ann.has_turn().await;
    assert_eq!(ann.eval("document.body.innerHTML.includes('#i=')").await, false);
    late.call("Page.reload", json!({})).await;
    late.until("document.body.textContent.includes('is good for one person')").await;
    let (eve, link) = inviting(&place).await;
    let states = tempfile::tempdir().unwrap();
    let mut terminal = LineClient::start(place.server.address(), "Fay", states.path()).await;
    terminal.type_line(&format!("join {}", place.address(&link))).await;
    assert_eq!(terminal.hear("joined").await["seats"], json!(["white"]));
    eve.has_turn().await;
    for page in [&ann, &ben, &cleo, &eve] {
        page.is_well();
    }
}

/// Opens a room of Ann's, in which Ben plays too, over a line that can be cut.
async fn ann_and_ben_over_a_cable(place: &Place) -> (Visitor, Visitor, Cable) {
    let cable = Cable::to(place.server.address()).await;
    let (ann, path) = place.ann(DESK).await;
    let ben = Visitor(place.browser.open(&format!("http://{}{path}", cable.address()), DESK).await);
    ben.click("#play").await;
    ben.is_called("Ben").await;
    ann.has_turn().await;
    (ann, ben, cable)
}

#[tokio::test]
async fn a_line_that_is_cut_comes_back_to_the_same_board() {
    let Some(place) = Place::open().await else { return };
    let (ann, ben, cable) = ann_and_ben_over_a_cable(&place).await;
    ben.is_told("Black").await;
    cable.cut();
    ben.until("!document.querySelector('#banner').hidden").await;
    let mut game = Game::new(Position::START);
    ann.place("f5".parse().unwrap()).await;
    game.play("f5".parse().unwrap()).unwrap();
    ann.sees(&game.position().board).await;
    ann.until("document.querySelector('.player.white.away')").await;
    cable.mend();
    ben.until("document.querySelector('#banner').hidden").await;
    ben.sees(&game.position().board).await;
    place_and_see([&ben, &ann], &mut game, "d6").await;
    // Without a network nothing is tried; with it, at once.
    let network = |offline| json!({ "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
    ann.call("Network.emulateNetworkConditions", network(true)).await;
    ann.until("!document.querySelector('#banner').hidden").await;
    ann.call("Network.emulateNetworkConditions", network(false)).await;
    ann.until("document.querySelector('#banner').hidden").await;
    place_and_see([&ann, &ben], &mut game, "c3").await;
}

#[tokio::test]
async fn a_seat_whose_answer_was_lost_is_still_ones_own() {
    let Some(place) = Place::open().await else { return };
    let (ann, path) = place.ann(DESK).await;
    let ben = place.visit(&path, DESK).await;
    ben.eval(
        "(() => { const send = WebSocket.prototype.send; \
         WebSocket.prototype.send = function (text) { \
             send.call(this, text); \
             if (!text.includes('\"as\":\"player\"')) return; \
             WebSocket.prototype.send = send; \
             this.close(); }; })()",
    )
    .await;
    ben.click("#play").await;
    ben.is_called("Ben").await;
    let mut game = Game::new(Position::START);
    place_and_see([&ann, &ben], &mut game, "f5").await;
    place_and_see([&ben, &ann], &mut game, "d6").await;
}

#[tokio::test]
async fn a_seat_that_a_bot_keeps_is_taken_back_after_a_lost_line() {
    let Some(place) = Place::open().await else { return };
    let (ann, ben, cable) = ann_and_ben_over_a_cable(&place).await;
    ben.does("stand-in").await;
    ben.click("#bot-level-1").await;
    ben.until("document.querySelector('#take-back')").await;
    cable.cut();
    ben.until("!document.querySelector('#banner').hidden").await;
    cable.mend();
    ben.until("document.querySelector('#banner').hidden").await;
    // The bot plays on meanwhile.
    ben.until("document.querySelector('.white .who').textContent.includes('level-1')").await;
    ben.click("#take-back").await;
    ben.until("!document.querySelector('#take-back')").await;
    ben.until("document.querySelector('.white .who').textContent.includes('Ben')").await;
    place_and_see([&ann, &ben], &mut Game::new(Position::START), "f5").await;
    ben.has_turn().await;
}

#[tokio::test]
async fn whoever_comes_picks_the_side_where_the_other_named_the_discs() {
    let Some(place) = Place::open().await else { return };
    let ann = place.visit("/", DESK).await;
    ann.click("#open-room").await;
    ann.until("document.querySelector('[name=opening]')").await;
    ann.eval("document.querySelector('[name=opening]').value = 'bid:5'").await;
    ann.click("#form-go").await;
    ann.is_called("Ann").await;
    let ben = place.visit(&ann.room().await, DESK).await;
    ben.click("#play-black").await;
    ben.is_called("Ben").await;
    ben.until("document.querySelector('.board.mine')").await;
    ann.until("document.body.textContent.includes('Start: 5 extra discs for White.')").await;
}

#[tokio::test]
async fn a_name_that_is_refused_and_given_up_is_asked_again() {
    let Some(place) = Place::open().await else { return };
    let ann = place.visit("/", DESK).await;
    ann.click("#hot-seat").await;
    ann.is_called("you").await;
    ann.until("document.querySelector('dialog .told')").await;
    ann.key("Escape").await;
    ann.until("!document.querySelector('dialog')").await;
    ann.click("#hot-seat").await;
    ann.is_called("Ann").await;
    ann.room().await;
}

#[tokio::test]
async fn a_hint_is_shown_on_its_own_board_only() {
    let Some(place) = Place::open().await else { return };
    let ann = place.visit("/", DESK).await;
    ann.click("#hot-seat").await;
    ann.is_called("Ann").await;
    ann.room().await;
    let mut game = Game::new(Position::START);
    place_and_see([&ann, &ann], &mut game, "f5").await;
    let values =
        "[...document.querySelectorAll('.grid .mark')].filter((it) => it.textContent).length";
    ann.does("hint").await;
    ann.until(&format!("{values} === 3")).await;
    // It is deepened meanwhile, in the line that told it.
    ann.until("/^Hint.*looked 1[2-8] ahead/.test(document.querySelector('.news li')?.textContent)")
        .await;
    ann.does("undo").await;
    ann.sees(&Position::START.board).await;
    let mut game = Game::new(Position::START);
    place_and_see([&ann, &ann], &mut game, "e6").await;
    assert_eq!(ann.eval(values).await, 0);
}

#[tokio::test]
async fn who_is_asked_to_go_on_from_a_saved_game_sees_it() {
    let Some(place) = Place::open().await else { return };
    let (ann, ben) = place.pair(DESK).await;
    let mut game = Game::new(Position::START);
    place_and_see([&ann, &ben], &mut game, "f5").await;
    ann.does("save").await;
    ann.click("dialog .main").await;
    ann.until("document.querySelector('.toast').textContent === 'Saved as Ann.'").await;
    place_and_see([&ben, &ann], &mut game, "d6").await;
    ann.does("load").await;
    ann.click("dialog .bots button").await;
    ben.until("document.querySelector('.prompt .picture .disc.black')").await;
    let asked = "saved game \"Ann\": move 1, black 4, white 1. White to move.";
    ben.answers(asked, "#answer-yes").await;
    let mut saved = Game::new(Position::START);
    saved.play("f5".parse().unwrap()).unwrap();
    for page in [&ann, &ben] {
        // The board of the room stands where the saved one was shown.
        page.until("!document.querySelector('.prompt .picture')").await;
        page.sees(&saved.position().board).await;
    }
}

/// The code to scan of a text, as bytes in the smallest size that takes them, drawn with each mask: readers
/// take any, and which disturbs least is a matter of taste.
fn codes_of(text: &str) -> Vec<String> {
    let (version, level) = (Version::Normal(2), EcLevel::L);
    let mut bits = Bits::new(version);
    bits.push_byte_data(text.as_bytes()).unwrap();
    bits.push_terminator(level).unwrap();
    let (data, checks) = construct_codewords(&bits.into_bytes(), version, level).unwrap();
    let mut bare = Canvas::new(version, level);
    bare.draw_all_functional_patterns();
    bare.draw_data(&data, &checks);
    let masked = |mask| {
        let mut code = bare.clone();
        code.apply_mask(mask);
        path_of(&code.into_colors())
    };
    MASKS.map(masked).to_vec()
}

const MASKS: [MaskPattern; 8] = [
    MaskPattern::Checkerboard,
    MaskPattern::HorizontalLines,
    MaskPattern::VerticalLines,
    MaskPattern::DiagonalLines,
    MaskPattern::LargeCheckerboard,
    MaskPattern::Fields,
    MaskPattern::Diamonds,
    MaskPattern::Meadow,
];

/// Draws a code of 25 modules line by line.
fn path_of(colors: &[qrcode::Color]) -> String {
    let mut path = String::new();
    for (y, row) in colors.chunks(25).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            if run[0] == qrcode::Color::Dark {
                write!(path, "M{x} {y}h{0}v1h-{0}z", run.len()).unwrap();
            }
            x += run.len();
        }
    }
    path
}

/// The key that one browser shows makes the same player in another.
#[tokio::test]
async fn a_key_is_taken_from_one_browser_to_another() {
    let Some(place) = Place::open().await else { return };
    let (ann, _) = place.ann(DESK).await;
    ann.does("save").await;
    ann.click("dialog .main").await;
    ann.until("document.querySelector('.toast').textContent === 'Saved as Ann.'").await;
    ann.click("#settings").await;
    ann.until("document.querySelector('#key-field')").await;
    let key = ann.eval("document.querySelector('#key-field').value").await;
    ann.eval("document.querySelector('#key').open = true").await;
    let drawn = ann.eval("document.querySelector('#key path').getAttribute('d')").await;
    assert!(codes_of(key.as_str().unwrap()).iter().any(|code| drawn == **code), "{key}: {drawn}");
    let other = place.visit("/saves", DESK).await;
    other.until("document.querySelector('.none')").await;
    for (typed, taken) in [(json!("no key"), false), (key, true)] {
        other.until("!document.querySelector('dialog')").await;
        other.click("#settings").await;
        other.until("document.querySelector('#key-field')").await;
        other.eval(&format!("document.querySelector('#key-field').value = {typed}")).await;
        other.click("dialog .foot .main").await;
        let shown = if taken {
            "document.querySelector('.rows li')"
        } else {
            "document.querySelector('.toast').textContent.startsWith('A key has 32')"
        };
        other.until(shown).await;
    }
    other.is_well();
}

/// Two tabs of one browser hold the same seat: the one that took it last plays, the other says so. What
/// happens meanwhile reaches whoever missed an event, too.
#[tokio::test]
async fn of_two_tabs_one_plays_and_a_lost_event_is_noticed() {
    let Some(place) = Place::open().await else { return };
    let (ann, ben) = place.pair(DESK).await;
    let path = ann.room().await;
    let mut game = Game::new(Position::START);
    let tab = Visitor(ann.tab(&place.address(&path)).await);
    ann.until("document.querySelector('#use-here') && !document.querySelector('.board.mine')")
        .await;
    place_and_see([&tab, &ann], &mut game, "f5").await;
    place_and_see([&ben, &tab], &mut game, "d6").await;
    ann.click("#use-here").await;
    tab.until("document.querySelector('#use-here') && !document.querySelector('.board.mine')")
        .await;
    // The tab that watches comes back as it was.
    tab.call("Page.reload", json!({})).await;
    ann.until("document.querySelector('#use-here')").await;
    ann.click("#use-here").await;
    place_and_see([&ann, &ben], &mut game, "c3").await;
    assert_eq!(ben.eval("document.querySelectorAll('.away').length").await, 0);
    // The next event is lost on its way to Ann, who asks for nothing until the connection is tried.
    ann.eval(
        "(() => { const parse = JSON.parse; JSON.parse = (text) => { \
         if (!text.includes('\"placed\"')) return parse(text); JSON.parse = parse; return {}; }; })()",
    )
    .await;
    ben.place("d3".parse().unwrap()).await;
    game.play("d3".parse().unwrap()).unwrap();
    ben.sees(&game.position().board).await;
    ann.eval("document.dispatchEvent(new Event('visibilitychange'))").await;
    ann.sees(&game.position().board).await;
    ann.has_turn().await;
    ann.is_well();
}

#[tokio::test]
async fn a_server_that_does_not_know_its_name_is_said_to() {
    let Some(place) = Place::open().await else { return };
    let cable = Cable::to(place.server.address()).await;
    let ann = Visitor(place.browser.open(&format!("http://{}/", cable.address()), DESK).await);
    ann.until("document.querySelector('.lists')").await;
    ann.eval("(window.fetch = async () => new Response('', { status: 421 }), 0)").await;
    cable.cut();
    ann.until("document.querySelector('#banner').textContent.includes('--host 127.0.0.1')").await;
    cable.mend();
    ann.until("document.querySelector('#banner').hidden").await;
}

#[tokio::test]
async fn an_unknown_room_leads_to_the_lobby() {
    let Some(place) = Place::open().await else { return };
    let ann = place.visit("/room/NONE12", DESK).await;
    ann.until("document.querySelector('h1').textContent === 'There is no room NONE12.'").await;
    ann.click("main a").await;
    ann.until("document.querySelector('.lobby')").await;
}

/// Actions of the seeded monkey at each page.
const MONKEY_ACTIONS: usize = 500;

/// Presses something at random: a square, or a button that is there, but for those that lead away.
const MONKEY: &str = "(chance) => { \
    const dialog = document.querySelector('dialog[open]'); \
    const away = '#do-leave, #do-invite, #do-export, #do-save, #do-load, #do-review, .copy, input'; \
    const all = [...(dialog ?? document.querySelector('main')).querySelectorAll('button')]; \
    const there = all.filter((it) => !it.matches(away) && !it.hidden && !it.closest('[hidden]')); \
    const legal = there.filter((it) => it.matches('.legal')); \
    const from = legal.length && chance % 3 ? legal : there; \
    from[Math.floor(chance / 7) % from.length]?.click(); }";

#[tokio::test]
async fn whatever_is_pressed_page_and_server_stay_equal() {
    let Some(place) = Place::open().await else { return };
    let (ann, ben) = place.pair(DESK).await;
    let room = ann.room().await.rsplit('/').next().unwrap().parse().unwrap();
    let seed = 20_261_128_u64;
    let mut chance = seed;
    for _ in 0..MONKEY_ACTIONS {
        for page in [&ann, &ben] {
            chance = chance
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            page.eval(&format!("({MONKEY})({})", chance >> 40)).await;
        }
    }
    // A last, ordinary thing that everyone waits for: the end, and another game.
    for page in [&ann, &ben] {
        page.eval("(document.querySelector('dialog[open]')?.end(), document.querySelector('.live').click())").await;
        page.until(&format!("!document.querySelector('.sent') && {SHOWN}.length === 64")).await;
    }
    let mut watcher = Player::connect(place.server.address(), "Cleo").await;
    watcher.join(&room, RoleWish::Spectator).await.unwrap();
    let board = watcher.room(&room).state.board;
    for page in [&ann, &ben] {
        page.sees(&board).await;
        page.is_well();
    }
}
