//! Every word of line mode: one table with each command's name, short form, arguments, help text
//! and reader.

use reversi_protocol::{OfferAnswer, OfferKind, RoleWish};

use super::command::{CommandSpec, Reader};
use super::{arguments, file_arguments, room_arguments};
use crate::intent::{Intent, Query, RoomIntent, Show};

/// Every command, in the order of the help.
pub const COMMANDS: &[CommandSpec] = &[
    spec("help", "?", "[COMMAND]", "tells the commands, or one of them", arguments::read_help),
    spec(
        "rooms",
        "",
        "[TEXT]",
        "lists the rooms, or those whose id, name or players contain the text",
        |arguments| Ok(Intent::Query(Query::Rooms(arguments.rest()))),
    ),
    spec(
        "new",
        "",
        "[black=me|open|saved|bot:NAME] [white=me|open|saved|bot:NAME] [draw] [first=black|white] \
         [board=64CHARS to-move=black|white] [start=MOVES|saved:NAME] \
         [moves=FILE [format=FORMAT] [number=N]] [hints=on|off] [undo=ask|free|off] \
         [legal=on|players|off] [think=MS] [name=NAME] [private]",
        "opens a room; you sit in the black seat unless you say otherwise",
        room_arguments::read_new,
    ),
    spec(
        "both",
        "N",
        "X|O",
        "opens a room for two people at this terminal; the named side moves first",
        room_arguments::read_both,
    ),
    spec(
        "against",
        "A",
        "X|O LEVEL|BOT",
        "opens a room against a bot that plays X or O; levels 1, 2 and 3 are 000-easy, 000-medium \
         and 000-hard; X moves first",
        room_arguments::read_against,
    ),
    spec(
        "compete",
        "G",
        "X|O NICK",
        "opens a game for the ranking, against its bot, which plays X or O",
        room_arguments::read_compete,
    ),
    spec(
        "join",
        "",
        "ROOM [black|white]",
        "takes a seat in a room, or comes back to yours",
        room_arguments::read_join,
    ),
    spec("watch", "", "ROOM", "enters a room without a seat", |arguments| {
        Ok(Intent::Enter(arguments.only("watch")?.parse()?, RoleWish::Spectator))
    }),
    spec("leave", "", "", "leaves the room; a seat in a running game stays yours", |arguments| {
        arguments.none("leave", Intent::Leave)
    }),
    spec(
        "board",
        "b",
        "",
        "shows the board: X black, O white, the last disc in brackets",
        |arguments| arguments.none("board", Intent::Show(Show::Board)),
    ),
    spec("legal", "S", "", "tells the legal squares and shows them as dots", |arguments| {
        arguments.none("legal", Intent::Show(Show::Legal))
    }),
    spec(
        "play",
        "J",
        "SQUARE | LINE,COLUMN",
        "places a disc: play f5, J f5, J 5,6 and J 5 6 are the same, and so is f5 alone",
        |arguments| Ok(RoomIntent::Place(arguments::read_square(&arguments.words)?).into()),
    ),
    spec(
        "hint",
        "i",
        "[BOT]",
        "tells what the legal squares are worth, or where a bot would play, and marks the best",
        |arguments| Ok(Intent::Room(RoomIntent::Hint(arguments::read_bot_if_any(arguments)?))),
    ),
    spec(
        "suggest",
        "H",
        "",
        "marks the square that 000's own hint is, the one of the largest weight",
        |arguments| {
            let hint = RoomIntent::Hint(Some("000-hint".parse()?));
            arguments.none("suggest", Intent::Room(hint))
        },
    ),
    spec(
        "undo",
        "U",
        "",
        "takes back your last move and what followed it; between two people, asks to",
        |arguments| arguments.none("undo", offer(OfferKind::Undo)),
    ),
    spec("redo", "", "", "makes again what undo took back, where undo is free", |arguments| {
        arguments.none("redo", Intent::Room(RoomIntent::Redo))
    }),
    spec("draw", "", "", "offers a draw", |arguments| {
        arguments.none("draw", offer(OfferKind::Draw))
    }),
    spec("rematch", "", "", "after the end, offers another game in the same seats", |arguments| {
        arguments.none("rematch", offer(OfferKind::Rematch))
    }),
    spec("swap", "", "", "offers to swap seats, before the first move or after the end", |it| {
        it.none("swap", offer(OfferKind::SwapSeats))
    }),
    spec("allow-hints", "", "", "asks to allow hints from now on", |arguments| {
        arguments.none("allow-hints", offer(OfferKind::AllowHints))
    }),
    spec("adjourn", "", "", "asks to stop here and go on another time", |arguments| {
        arguments.none("adjourn", offer(OfferKind::Adjourn))
    }),
    spec("resume", "", "", "goes on with an adjourned game when both are there", |arguments| {
        arguments.none("resume", Intent::Room(RoomIntent::Resume))
    }),
    spec("yes", "", "", "agrees to what the other side offers", |arguments| {
        arguments.none("yes", Intent::Room(RoomIntent::Answer(OfferAnswer::Accept)))
    }),
    spec("no", "", "", "declines what the other side offers", |arguments| {
        arguments.none("no", Intent::Room(RoomIntent::Answer(OfferAnswer::Decline)))
    }),
    spec("withdraw", "", "", "takes your own offer back", |arguments| {
        arguments.none("withdraw", Intent::Room(RoomIntent::Withdraw))
    }),
    spec(
        "resign",
        "",
        "[yes]",
        "gives the game up; asks for `resign yes` first",
        arguments::read_resign,
    ),
    spec("bots", "", "", "lists the kinds of bots and how each plays", |arguments| {
        arguments.none("bots", Intent::Query(Query::Bots))
    }),
    spec(
        "bot",
        "",
        "black|white NAME",
        "lets a bot play in a seat that is open, yours, a bot's, or of someone who is away",
        room_arguments::read_bot,
    ),
    spec(
        "free",
        "",
        "black|white",
        "takes a bot out of a seat before the game begins",
        |arguments| {
            let color = arguments::read_color("seat", arguments.only("free")?)?;
            Ok(Intent::Room(RoomIntent::FreeSeat(color)))
        },
    ),
    spec("ranking", "W", "", "shows the ranking: place, nick, best score", |arguments| {
        arguments.none("ranking", Intent::Query(Query::Ranking))
    }),
    spec(
        "save",
        "E",
        "NAME [replace]",
        "saves the game under a name of your own, with all that undo needs",
        file_arguments::read_save,
    ),
    spec(
        "load",
        "L",
        "NAME",
        "goes on from a saved game, against the bot that it was against: in the room where you \
         play, else in a new one of your own",
        |arguments| Ok(Intent::Load(file_arguments::read_name("load", arguments)?)),
    ),
    spec("saves", "T", "", "lists your saved games", |arguments| {
        arguments.none("saves", Intent::Query(Query::Saves))
    }),
    spec("remove", "R", "NAME", "removes a saved game", |arguments| {
        Ok(Intent::RemoveSave(file_arguments::read_name("remove", arguments)?))
    }),
    spec(
        "import",
        "",
        "FILE [FORMAT] [number=N]",
        "opens a room with the game of a file, both seats yours; a finished game is kept as `file`",
        file_arguments::read_import,
    ),
    spec(
        "export",
        "",
        "FILE [FORMAT] [here|file|ID] [replace]",
        "writes a game to a file: the one here, the imported one, or a finished one",
        file_arguments::read_export,
    ),
    spec(
        "games",
        "",
        "[NAME] [before=ID]",
        "lists finished games, the newest first, or those of players whose names contain the text",
        file_arguments::read_games,
    ),
    spec("show", "", "ID", "tells a finished game", file_arguments::read_show),
    spec(
        "replay",
        "",
        "[here|file|ID] [PLY]",
        "tells a game move by move, or its board at a ply",
        file_arguments::read_replay,
    ),
    spec(
        "review",
        "",
        "[here|ID]",
        "tells what each move of a finished game was worth beside the best one",
        file_arguments::read_review,
    ),
    spec("last", "l", "", "tells the last placement and what it turned", |arguments| {
        arguments.none("last", Intent::Show(Show::Last))
    }),
    spec("who", "w", "", "tells who sits where and who is connected", |arguments| {
        arguments.none("who", Intent::Show(Show::Who))
    }),
    spec("score", "", "", "tells the disc counts, and the result when it is over", |arguments| {
        arguments.none("score", Intent::Show(Show::Score))
    }),
    spec("moves", "", "", "tells the moves so far", |arguments| {
        arguments.none("moves", Intent::Show(Show::Moves))
    }),
    spec(
        "symbols",
        "C",
        "[BLACK,WHITE]",
        "changes the two symbols that discs are drawn with, as in C #,@ or C # @",
        arguments::read_symbols,
    ),
    spec(
        "wait",
        "",
        "[end|answer]",
        "reads on when there is something for you to do, when the game is over, or when your own \
         offer is answered",
        arguments::read_wait,
    ),
    spec("quit", "Q", "", "leaves and ends; a seat in a running game stays yours", |arguments| {
        arguments.none("quit", Intent::Quit)
    }),
];

const fn spec(
    name: &'static str,
    short: &'static str,
    arguments: &'static str,
    help: &'static str,
    read: Reader,
) -> CommandSpec {
    CommandSpec { name, short, arguments, help, read }
}

const fn offer(kind: OfferKind) -> Intent {
    Intent::Room(RoomIntent::Offer(kind))
}
