//! The words of line mode: what is read, and what is said of what cannot be.

use reversi_client::line::{BadCommand, COMMANDS, CommandSpec, LineCommand, Look, Until, parse};
use reversi_game::{Color, Position, Square};
use reversi_protocol::{
    RoleWish, RoomName, RoomSettings, SeatChoice, SeatChoices, Start, Visibility,
};

fn read(line: &str) -> LineCommand {
    parse(line).unwrap_or_else(|bad| panic!("{line:?}: {bad}")).unwrap()
}

fn bad(line: &str) -> BadCommand {
    parse(line).map(|command| panic!("{line:?} is {command:?}")).unwrap_err()
}

fn new(settings: RoomSettings, black: SeatChoice, white: SeatChoice) -> LineCommand {
    LineCommand::New(settings, SeatChoices { black, white })
}

fn starting(start: Start) -> RoomSettings {
    RoomSettings { start, ..RoomSettings::default() }
}

#[test]
fn words_and_letters() {
    use LineCommand as C;
    let room = || "K7QP".parse().unwrap();
    for (line, command) in [
        ("board", C::Look(Look::Board)),
        ("b", C::Look(Look::Board)),
        ("BOARD", C::Look(Look::Board)),
        ("  board  ", C::Look(Look::Board)),
        ("legal", C::Look(Look::Legal)),
        ("S", C::Look(Look::Legal)),
        ("s", C::Look(Look::Legal)),
        ("last", C::Look(Look::Last)),
        ("l", C::Look(Look::Last)),
        ("who", C::Look(Look::Who)),
        ("w", C::Look(Look::Who)),
        ("score", C::Look(Look::Score)),
        ("moves", C::Look(Look::Moves)),
        ("resign", C::Look(Look::Resign)),
        ("resign yes", C::Resign),
        ("join k7qp", C::Enter(room(), RoleWish::Player)),
        ("join K7QP black", C::Enter(room(), RoleWish::Black)),
        ("join K7QP O", C::Enter(room(), RoleWish::White)),
        ("watch K7QP", C::Enter(room(), RoleWish::Spectator)),
        ("leave", C::Leave),
        ("rooms", C::Rooms(None)),
        ("rooms ann's room", C::Rooms(Some("ann's room".to_owned()))),
        ("wait", C::Wait(Until::YourTurn)),
        ("wait end", C::Wait(Until::End)),
        ("quit", C::Quit),
        ("Q", C::Quit),
        ("q", C::Quit),
        ("help", C::Help(None)),
        ("?", C::Help(None)),
        ("help J", C::Help(CommandSpec::find("play"))),
    ] {
        assert_eq!(read(line), command, "{line:?}");
    }
    assert_eq!(parse(""), Ok(None));
    assert_eq!(parse("  # a comment"), Ok(None));
}

#[test]
fn every_way_to_write_a_move() {
    for line in
        ["f5", "F5", "play f5", "play F5", "J f5", "j f5", "J 5,6", "J 5 6", "J 5, 6", "play 5,6"]
    {
        assert_eq!(read(line), LineCommand::Play(Square::F5), "{line:?}");
    }
    // Line 3 from the top, column 4 from the left.
    assert_eq!(read("J 3,4"), LineCommand::Play(Square::D3));
    assert_eq!(read("J 1,8"), LineCommand::Play(Square::H1));
    assert_eq!(read("J 8,1"), LineCommand::Play(Square::A8));
    // A letter that is also a short form is one only when it stands alone.
    assert_eq!(read("b3"), LineCommand::Play(Square::B3));
}

#[test]
fn what_is_off_the_board_is_an_invalid_move() {
    for (line, square) in [
        ("a9", "a9"),
        ("i1", "i1"),
        ("@1", "@1"),
        ("a0", "a0"),
        ("é1", "é1"),
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
    assert_eq!(read("new"), new(default.clone(), Me, Open));
    assert_eq!(read("new white=me"), new(default.clone(), Open, Me));
    assert_eq!(read("new black=me white=me"), new(default.clone(), Me, Me));
    assert_eq!(read("new black=open white=open"), new(default, Open, Open));
    assert_eq!(read("N O"), new(standard(Color::White), Me, Me));
    assert_eq!(read("N x"), new(standard(Color::Black), Me, Me));
    assert_eq!(read("new first=white"), new(standard(Color::White), Me, Open));
    let moves = Start::Transcript { moves: "f5d6c3".to_owned() };
    assert_eq!(read("new start=f5d6c3"), new(starting(moves), Me, Open));
    let Position { board, to_move } = Position::START;
    assert_eq!(
        read(&format!("new board={board} to-move=X")),
        new(starting(Start::Board { board, to_move }), Me, Open)
    );
    let settings = RoomSettings {
        name: Some(RoomName::new("Friday night").unwrap()),
        visibility: Visibility::Private,
        ..RoomSettings::default()
    };
    assert_eq!(read("new name=\"Friday night\" private"), new(settings, Me, Open));
}

#[test]
fn what_does_not_fit_is_said_in_one_line() {
    let board = "-".repeat(64);
    for (line, says) in [
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
        ("resign now", "usage: resign [yes]"),
        ("N", "usage: both X|O"),
        ("N Z", "first=Z: expected black or white"),
        ("new black=bot", "black=bot: expected me or open"),
        ("new colour=red", "unknown setting \"colour=red\"; usage: new [black=me|open]"),
        ("new private=no", "unknown setting \"private=no\""),
        ("new name=\"", "a quotation mark is missing"),
        ("new name=", "a name needs at least one visible character"),
        ("new board=XO", "a board has 64 characters, this one has 2"),
        ("new start=f5 first=white", "first= goes with the standard start alone"),
    ] {
        let text = bad(line).to_string();
        assert!(text.starts_with(says), "{line:?}: {text}");
        assert!(!text.contains('\n'));
    }
    for line in [format!("new board={board}"), "new to-move=black".to_owned()] {
        assert_eq!(bad(&line).to_string(), "board= and to-move= go together");
    }
    let both = format!("new start=f5 board={board} to-move=X");
    assert!(bad(&both).to_string().starts_with("a game starts from start= or from board="));
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
