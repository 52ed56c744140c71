//! The words of line mode: what is read, and what is said of what cannot be.

use reversi_client_core::intent::{
    Export, GameSource, Import, Intent, NewGame, NewRoom, Overwrite, Query, RoomIntent, Show,
    Telling, Until,
};
use reversi_client_core::symbols::Symbols;
use reversi_client_core::words::{BadCommand, COMMANDS, parse};
use reversi_game::formats::Format;
use reversi_game::{Color, Position, Square};
use reversi_protocol::{
    BotName, Competition, FlagScore, Hints, LegalSquares, Nick, OfferAnswer, OfferKind, RoleWish,
    RoomName, RoomSettings, SaveName, SeatChoice, SeatChoices, Start, UndoPolicy, Visibility,
};

fn read(line: &str) -> Intent {
    parse(line).unwrap_or_else(|bad| panic!("{line:?}: {bad}")).unwrap()
}

fn bad(line: &str) -> BadCommand {
    parse(line).map(|command| panic!("{line:?} is {command:?}")).unwrap_err()
}

fn new(settings: RoomSettings, black: SeatChoice, white: SeatChoice) -> Intent {
    let seats = SeatChoices { black, white, draw: false };
    room(NewRoom { settings, seats, ..NewRoom::default() })
}

fn room(room: NewRoom) -> Intent {
    Intent::Create(NewGame { room, moves: None })
}

fn bot(name: &str) -> BotName {
    name.parse().unwrap()
}

fn save_name(name: &str) -> SaveName {
    SaveName::new(name).unwrap()
}

fn save(name: &str, overwrite: bool) -> Intent {
    Intent::Room(RoomIntent::Save { name: save_name(name), overwrite })
}

fn games(player: Option<&str>, before: Option<u64>) -> Intent {
    Intent::Query(Query::Games { player: player.map(str::to_owned), before })
}

fn starting(start: Start) -> RoomSettings {
    RoomSettings { start, ..RoomSettings::default() }
}

#[test]
fn words_and_letters() {
    use Intent as C;
    let room = || "K7QP".parse().unwrap();
    let link = || "http://play.example:7878/room/K7QP".parse().unwrap();
    for (line, command) in [
        ("board", C::Show(Show::Board)),
        ("b", C::Show(Show::Board)),
        ("BOARD", C::Show(Show::Board)),
        ("  board  ", C::Show(Show::Board)),
        ("board words", C::TellBoard(Telling::InWords)),
        ("b drawn", C::TellBoard(Telling::Drawn)),
        ("board auto", C::TellBoard(Telling::AfterMoves(true))),
        ("board auto off", C::TellBoard(Telling::AfterMoves(false))),
        ("row 4", C::Show(Show::Row(3))),
        ("square d3", C::Show(Show::Square(Square::D3))),
        ("square 3,4", C::Show(Show::Square(Square::D3))),
        ("legal", C::Show(Show::Legal)),
        ("S", C::Show(Show::Legal)),
        ("s", C::Show(Show::Legal)),
        ("last", C::Show(Show::Last)),
        ("l", C::Show(Show::Last)),
        ("who", C::Show(Show::Who)),
        ("w", C::Show(Show::Who)),
        ("score", C::Show(Show::Score)),
        ("moves", C::Show(Show::Moves)),
        ("y", C::Room(RoomIntent::Answer(OfferAnswer::Accept))),
        ("Y", C::Room(RoomIntent::Answer(OfferAnswer::Accept))),
        ("Sim", C::Room(RoomIntent::Answer(OfferAnswer::Accept))),
        ("n", C::Room(RoomIntent::Answer(OfferAnswer::Decline))),
        ("NÃO", C::Room(RoomIntent::Answer(OfferAnswer::Decline))),
        ("nao", C::Room(RoomIntent::Answer(OfferAnswer::Decline))),
        ("resign", C::Show(Show::Resign)),
        ("resign yes", C::Room(RoomIntent::Resign)),
        ("join k7qp", C::Enter(room(), RoleWish::Player)),
        ("join K7QP black", C::Enter(room(), RoleWish::Black)),
        ("join K7QP O", C::Enter(room(), RoleWish::White)),
        ("watch K7QP", C::Enter(room(), RoleWish::Spectator)),
        ("join http://play.example:7878/room/K7QP O", C::Enter(link(), RoleWish::White)),
        ("watch http://play.example:7878/room/K7QP#x", C::Enter(link(), RoleWish::Spectator)),
        ("invite", C::Room(RoomIntent::Invite)),
        ("invite off", C::Room(RoomIntent::Release)),
        ("new invite", NewRoom { invites: true, ..NewRoom::default() }.into()),
        ("leave", C::Leave),
        ("rooms", C::Query(Query::Rooms(None))),
        ("rooms ann's room", C::Query(Query::Rooms(Some("ann's room".to_owned())))),
        ("wait", C::Wait(Until::YourTurn)),
        ("wait end", C::Wait(Until::End)),
        ("wait answer", C::Wait(Until::Answer)),
        ("quit", C::Quit),
        ("Q", C::Quit),
        ("q", C::Quit),
        ("help", C::Help(None)),
        ("?", C::Help(None)),
        ("help J", C::Help(Some("play"))),
    ] {
        assert_eq!(read(line), command, "{line:?}");
    }
    assert_eq!(parse(""), Ok(None));
    assert_eq!(parse("  # a comment"), Ok(None));
}

#[test]
fn the_letters_of_the_first_interpreter() {
    let human_and = |black, white| {
        let seats = SeatChoices { black, white, draw: false };
        room(NewRoom { seats, ..NewRoom::default() })
    };
    let seated = |name| SeatChoice::Bot(bot(name));
    let competition = Competition { nick: Nick::new("ann").unwrap(), bot_color: Color::White };
    let first =
        |first| RoomSettings { start: Start::Standard { first }, ..RoomSettings::default() };
    let (hash, at) = ('#', '@');
    for (line, command) in [
        ("N O", new(first(Color::White), SeatChoice::Me, SeatChoice::Me)),
        ("A X 1", human_and(seated("000-easy"), SeatChoice::Me)),
        ("A O 2", human_and(SeatChoice::Me, seated("000-medium"))),
        ("A X 3", human_and(seated("000-hard"), SeatChoice::Me)),
        ("A O level-7", human_and(SeatChoice::Me, seated("level-7"))),
        ("G O ann", room(NewRoom { competition: Some(competition), ..NewRoom::default() })),
        ("E friday", save("friday", false)),
        ("L friday", Intent::Load(save_name("friday"))),
        ("R friday", Intent::RemoveSave(save_name("friday"))),
        ("T", Intent::Query(Query::Saves)),
        ("J 3,4", Intent::Room(RoomIntent::Place(Square::D3))),
        ("C #,@", Intent::Symbols(Some(Symbols::new(hash, at).unwrap()))),
        ("C # @", Intent::Symbols(Some(Symbols::new(hash, at).unwrap()))),
        ("S", Intent::Show(Show::Legal)),
        ("H", Intent::Room(RoomIntent::Hint(Some(bot("000-hint"))))),
        ("U", Intent::Room(RoomIntent::Offer(OfferKind::Undo))),
        ("W", Intent::Query(Query::Ranking)),
        ("Q", Intent::Quit),
    ] {
        assert_eq!(read(line), command, "{line:?}");
        // A small letter means the same where nothing else has it: with arguments, none has.
        let small = line.replacen(&line[..1], &line[..1].to_lowercase(), 1);
        assert_eq!(read(&small) == command, small != "w", "{small:?}");
    }
    assert_eq!(read("l"), Intent::Show(Show::Last));
    assert_eq!(read("w"), Intent::Show(Show::Who));
    assert_eq!(read("c"), Intent::Symbols(None));
}

/// A session with each of the fourteen letters of the interpreter that the game grew from.
const LETTERS: &str = "\
# A session with each of the fourteen letters of the interpreter that the game grew from:
# N A G E L R T J C S H U W Q. For a fresh player on a fresh server.
T
W
N X
S
J 3,4
J c3
H
U
U
J 5 6
E letters
E letters
T
leave
L letters
moves
U
moves
leave
A X 2
wait
C #,@
S
H
L letters
leave
G X ann
wait
S
H
U
E no
L letters
resign yes
R letters
T
R letters
C X,O
Q";

#[test]
fn the_session_of_letters_has_each_of_them_and_no_line_that_is_none() {
    for line in LETTERS.lines() {
        assert!(parse(line).is_ok(), "{line}");
    }
    for letter in "NAGELRTJCSHUWQ".chars() {
        let is_used = |line: &str| line.split_whitespace().next() == Some(&letter.to_string());
        assert!(LETTERS.lines().any(is_used), "{letter}");
    }
}

#[test]
fn what_players_ask_of_a_room() {
    let wish = Intent::Room;
    for (line, command) in [
        ("undo", wish(RoomIntent::Offer(OfferKind::Undo))),
        ("redo", wish(RoomIntent::Redo)),
        ("draw", wish(RoomIntent::Offer(OfferKind::Draw))),
        ("rematch", wish(RoomIntent::Offer(OfferKind::Rematch))),
        ("swap", wish(RoomIntent::Offer(OfferKind::SwapSeats))),
        ("allow-hints", wish(RoomIntent::Offer(OfferKind::AllowHints))),
        ("adjourn", wish(RoomIntent::Offer(OfferKind::Adjourn))),
        ("resume", wish(RoomIntent::Resume)),
        ("yes", wish(RoomIntent::Answer(OfferAnswer::Accept))),
        ("no", wish(RoomIntent::Answer(OfferAnswer::Decline))),
        ("withdraw", wish(RoomIntent::Withdraw)),
        ("hint", wish(RoomIntent::Hint(None))),
        ("i 001-hint", wish(RoomIntent::Hint(Some(bot("001-hint"))))),
        (
            "bot white level-3",
            wish(RoomIntent::SeatBot { color: Color::White, bot: bot("level-3") }),
        ),
        ("free X", wish(RoomIntent::FreeSeat(Color::Black))),
        ("bots", Intent::Query(Query::Bots)),
        ("save \"Friday night\" replace", save("Friday night", true)),
        ("games", games(None, None)),
        ("games ann lee", games(Some("ann lee"), None)),
        ("games ann before=17", games(Some("ann"), Some(17))),
        ("show 17", Intent::ShowGame(17)),
        ("replay", Intent::Replay(GameSource::Here, None)),
        ("replay here 3", Intent::Replay(GameSource::Here, Some(3))),
        ("replay 17 3", Intent::Replay(GameSource::Finished(17), Some(3))),
        ("replay file", Intent::Replay(GameSource::File, None)),
    ] {
        assert_eq!(read(line), command, "{line:?}");
    }
}

#[test]
fn games_in_files() {
    let import = |format, number| Intent::Import(Import { path: "a b.sgf".into(), format, number });
    assert_eq!(read("import \"a b.sgf\""), import(None, None));
    assert_eq!(read("import \"a b.sgf\" SGF number=2"), import(Some(Format::Sgf), Some(2)));
    let export = |format, source, overwrite| {
        Intent::Export(Export { path: "a".into(), format, source, overwrite })
    };
    assert_eq!(read("export a"), export(None, GameSource::Here, Overwrite::Forbidden));
    assert_eq!(
        read("export a ggf 17 replace"),
        export(Some(Format::Ggf), GameSource::Finished(17), Overwrite::Allowed)
    );
    assert_eq!(
        read("export a file json"),
        export(Some(Format::Json), GameSource::File, Overwrite::Forbidden)
    );
}

#[test]
fn every_way_to_write_a_move() {
    for line in [
        "f5", "F5", "5f", "5F", "5,6", "5 6", "5, 6", "5 ,6", "5,f", "5 F", "play f5", "play 5f",
        "play F5", "J f5", "j f5", "J 5F", "j 5f", "J 5,6", "J 5 6", "J 5, 6", "J 5 f", "play 5,6",
    ] {
        assert_eq!(read(line), Intent::Room(RoomIntent::Place(Square::F5)), "{line:?}");
    }
    // Line 3 from the top, column 4 from the left.
    assert_eq!(read("J 3,4"), Intent::Room(RoomIntent::Place(Square::D3)));
    assert_eq!(read("J 1,8"), Intent::Room(RoomIntent::Place(Square::H1)));
    assert_eq!(read("J 8,1"), Intent::Room(RoomIntent::Place(Square::A8)));
    // A letter that is also a short form is one only when it stands alone.
    assert_eq!(read("b3"), Intent::Room(RoomIntent::Place(Square::B3)));
}

#[test]
fn what_is_off_the_board_is_an_invalid_move() {
    for (line, square) in [
        ("a9", "a9"),
        ("i1", "i1"),
        ("@1", "@1"),
        ("a0", "a0"),
        ("é1", "é1"),
        ("9e", "9e"),
        ("4z", "4z"),
        ("9,1", "9,1"),
        ("0 5", "0,5"),
        ("12 5", "12,5"),
        ("6 z", "6,z"),
        ("play a9", "a9"),
        ("play --", "--"),
        ("J pass", "pass"),
        ("J 0,1", "0,1"),
        ("J 9,1", "9,1"),
        ("J 3,-4", "3,-4"),
        ("J 99999999999999999999,1", "99999999999999999999,1"),
    ] {
        let bad = bad(line);
        assert_eq!((bad.code(), bad.square().as_deref()), ("bad_square", Some(square)), "{line:?}");
    }
}

#[test]
fn rooms_are_opened_as_told() {
    use SeatChoice::{Me, Open};
    let standard = |first| starting(Start::Standard { first });
    let default = RoomSettings::default();
    let seated = |name| SeatChoice::Bot(bot(name));
    assert_eq!(read("new white=bot:level-3"), new(default.clone(), Me, seated("level-3")));
    assert_eq!(read("new black=bot:level-3"), new(default.clone(), seated("level-3"), Me));
    assert_eq!(read("new black=open"), new(default.clone(), Open, Me));
    let drawn = SeatChoices { black: Me, white: seated("002-easy"), draw: true };
    assert_eq!(
        read("new white=bot:002-easy draw"),
        room(NewRoom { seats: drawn, ..NewRoom::default() })
    );
    let settings = RoomSettings {
        hints: Some(Hints::Allowed),
        undo: Some(UndoPolicy::Off),
        legal_squares: LegalSquares::Players,
        think_ms_min: 0,
        time: "5m+3s".parse().unwrap(),
        flag: Some(FlagScore::Wipeout),
        ..RoomSettings::default()
    };
    let words = "new hints=on undo=off legal=players think=0 time=5+3 flag=wipeout";
    assert_eq!(read(words), new(settings, Me, Open));
    let saved = Start::Saved { name: save_name("Friday night") };
    assert_eq!(read("new \"start=saved:Friday night\""), new(starting(saved), Me, Open));
    let from_file = |format, number| {
        let moves = Some(Import { path: "list.txt".into(), format, number });
        Intent::Create(NewGame { room: NewRoom::default(), moves })
    };
    assert_eq!(read("new moves=list.txt"), from_file(None, None));
    let minho = from_file(Some(Format::Minho), Some(2));
    assert_eq!(read("new moves=list.txt format=minho number=2"), minho);
    assert_eq!(read("new"), new(default.clone(), Me, Open));
    assert_eq!(read("new white=me"), new(default.clone(), Open, Me));
    assert_eq!(read("new black=me white=me"), new(default.clone(), Me, Me));
    assert_eq!(read("new black=open white=open"), new(default, Open, Open));
    assert_eq!(read("N O"), new(standard(Color::White), Me, Me));
    assert_eq!(read("N x"), new(standard(Color::Black), Me, Me));
    assert_eq!(read("new first=white"), new(standard(Color::White), Me, Open));
    assert_eq!(read("new opening=standard"), new(standard(Color::Black), Me, Open));
    for text in ["xot", "handicap:2", "handicap:4:white", "bid:-3"] {
        let opening = Start::Opening { opening: text.parse().unwrap() };
        assert_eq!(read(&format!("new opening={text}")), new(starting(opening), Me, Open));
    }
    let moves = Start::Transcript { moves: "f5d6c3".to_owned() };
    assert_eq!(read("new start=f5d6c3"), new(starting(moves), Me, Open));
    let Position { board, to_move } = Position::START;
    assert_eq!(
        read(&format!("new board={board} to-move=X")),
        new(starting(Start::Board { board, to_move, moves: String::new() }), Me, Open)
    );
    assert_eq!(
        read(&format!("new start=f5d6 board={board} to-move=X")),
        new(starting(Start::Board { board, to_move, moves: "f5d6".to_owned() }), Me, Open)
    );
    let settings = RoomSettings {
        name: Some(RoomName::new("Friday night").unwrap()),
        visibility: Visibility::Private,
        ..RoomSettings::default()
    };
    assert_eq!(read("new name=\"Friday night\" private"), new(settings, Me, Open));
}

/// Lines that are no command, and how what is said of them begins.
const MISFITS: &[(&str, &str)] = &[
    ("castle", "unknown command \"castle\"; `help` lists the commands"),
    ("f", "unknown command \"f\""),
    ("f55", "unknown command \"f55\""),
    ("help castle", "unknown command \"castle\""),
    ("join", "usage: join ROOM [black|white]"),
    ("join abc", "a room is named by 4 to 20 letters and digits"),
    ("join K7QP red", "seat=red: expected black or white (or X or O)"),
    ("watch", "usage: watch ROOM"),
    ("play", "usage: play SQUARE | LINE,COLUMN"),
    ("J 1 2 3", "usage: play"),
    ("board 3", "usage: board"),
    ("row 9", "usage: row ROW"),
    ("square z9", "not a square"),
    ("resign now", "usage: resign [yes]"),
    ("N", "usage: both X|O"),
    ("N Z", "first=Z: expected black or white"),
    ("new black=bot", "black=bot: expected me, open, saved or bot:NAME"),
    ("new black=bot:", "black=bot:: expected me, open, saved or bot:NAME"),
    ("new hints=maybe", "hints=maybe: expected on or off"),
    ("new undo=never", "undo=never: expected ask, free or off"),
    ("new legal=no", "legal=no: expected on, players or off"),
    ("new think=long", "think=long: expected a whole number"),
    ("new number=2", "format= and number= go with moves="),
    ("new moves=a format=edx", "no format is called \"edx\""),
    ("new moves=a start=f5", "the file of moves= has its own start"),
    ("new start=saved:", "a name needs at least one visible character"),
    ("A X", "usage: against X|O LEVEL|BOT"),
    ("A Z 1", "bot=Z: expected black or white"),
    ("A X 4", "level=4: expected 1, 2 or 3, or a bot's name"),
    ("A X 0", "level=0: expected 1, 2 or 3, or a bot's name"),
    ("A X Level", "a bot is named by"),
    ("G X", "usage: compete X|O NICK"),
    ("G X Elizabeth", "at most 8 characters are taken here, and these are 9"),
    ("E", "usage: save NAME [replace]"),
    ("save a b", "a name of several words stands in quotation marks"),
    ("save my own long name", "a name of several words stands in quotation marks"),
    ("L", "usage: load NAME"),
    ("R a b", "a name of several words stands in quotation marks"),
    ("J 1", "not a square"),
    ("S 1", "usage: legal"),
    ("H 1", "usage: suggest"),
    ("U 1", "usage: undo"),
    ("T 1", "usage: saves"),
    ("W 1", "usage: ranking"),
    ("Q 1", "usage: quit"),
    ("C #", "two symbols are needed"),
    ("C # #", "black and white need different symbols"),
    ("C #,?", "? is one of the board's own marks"),
    ("bot white", "usage: bot black|white NAME"),
    ("free", "usage: free black|white"),
    ("import", "usage: import FILE"),
    ("import a number=x", "number=x: expected a whole number"),
    ("import a wav", "no format is called \"wav\""),
    ("export", "usage: export FILE"),
    ("show", "usage: show ID"),
    ("show last", "game=last: expected a whole number"),
    ("replay 1 2 3", "usage: replay"),
    ("replay there", "usage: replay"),
    ("wait long", "usage: wait [end|answer]"),
    ("new colour=red", "unknown setting \"colour=red\"; usage: new [black=me|open|saved|bot:NAME]"),
    ("new private=no", "unknown setting \"private=no\""),
    ("new name=\"", "a quotation mark is missing"),
    ("new name=", "a name needs at least one visible character"),
    ("new board=XO", "a board has 64 characters, this one has 2"),
    ("new start=f5 first=white", "first= goes with the standard start alone"),
    ("new opening=handicap:5", "opening=handicap:5: expected standard, xot, handicap:1"),
    ("new opening=xot first=white", "opening= takes the place of first="),
    ("new invite white=bot:level-1", "invite needs one open seat"),
    ("new invite black=open white=open", "invite needs one open seat"),
    ("invite time=5m", "usage: invite [off | NAME"),
];

#[test]
fn what_does_not_fit_is_said_in_one_line() {
    for (line, says) in MISFITS {
        let text = bad(line).to_string();
        assert!(text.starts_with(says), "{line:?}: {text}");
        assert!(!text.contains('\n'));
    }
    let board = "-".repeat(64);
    for line in [format!("new board={board}"), "new to-move=black".to_owned()] {
        assert_eq!(bad(&line).to_string(), "board= and to-move= go together");
    }
    for (line, says) in [
        ("new moves=a", "the file of moves= has its own start"),
        ("new start=saved:one", "a saved game has its own start"),
    ] {
        let text = bad(&format!("{line} board={board} to-move=X")).to_string();
        assert!(text.starts_with(says), "{line}: {text}");
    }
}

#[test]
fn no_name_is_used_twice_and_all_are_told() {
    let mut names: Vec<&str> = COMMANDS
        .iter()
        .flat_map(|spec| [spec.name, spec.short])
        .filter(|n| !n.is_empty())
        .collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    let readme = include_str!("../../README.md");
    for spec in COMMANDS {
        let row = match spec.short {
            "" => format!("| `{}` |", spec.usage().replace('|', "\\|")),
            short => format!("| `{}` (`{short}`) |", spec.usage().replace('|', "\\|")),
        };
        assert!(readme.contains(&row), "README.md lacks the row {row}");
    }
}

#[test]
fn two_squares_on_a_line_are_one_too_many() {
    for line in ["f5 f6", "F5 d6 c3"] {
        assert_eq!(bad(line).to_string(), "one square at a time, such as f5", "{line:?}");
    }
}
