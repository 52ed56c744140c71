//! Every word of line mode: one table with each command's name, short form, arguments, help text
//! and reader.

use reversi_protocol::{OfferAnswer, OfferKind, RoleWish};

use super::arguments::{self, Arguments};
use super::bad_command::BadCommand;
use super::spec::{CommandSpec, Reader};
use super::{file_arguments, room_arguments};
use crate::intent::{Change, Intent, Query, RoomIntent, Show, Shunning};
use crate::texts::Text;

/// Every command, in the order of the help.
pub const COMMANDS: &[CommandSpec] = &[
    spec("help", "?", "[COMMAND]", Text::CommandHelp, read_help),
    spec("rooms", "", "[TEXT]", Text::CommandRooms, |arguments| {
        Ok(Intent::Query(Query::Rooms(arguments.rest())))
    }),
    spec(
        "new",
        "",
        "[black=me|open|saved|bot:NAME] [white=me|open|saved|bot:NAME] [draw] [first=black|white] \
         [opening=standard|xot|handicap:N[:white]|bid:DISCS] \
         [board=64CHARS to-move=black|white] [start=MOVES|saved:NAME] \
         [moves=FILE [format=FORMAT] [number=N]] [hints=on|off] [undo=ask|free|off] \
         [legal=on|players|off] [time=none|5m|5m+3s|5m/3s|10m+3x30s|30s/move|3d] \
         [flag=loss|wipeout|discs] [opponents=anyone|no-guests|3-6|no-guests,3-6] [watch=everyone|link|players] [delay=off|N|Ns] [chat=everything|phrases|off] [think=MS] [name=NAME] [private] [invite]",
        Text::CommandNew,
        room_arguments::read_new,
    ),
    spec("both", "N", "X|O", Text::CommandBoth, room_arguments::read_both),
    spec("against", "A", "X|O LEVEL|BOT", Text::CommandAgainst, room_arguments::read_against),
    spec("compete", "G", "X|O NICK", Text::CommandCompete, room_arguments::read_compete),
    spec(
        "pair",
        "",
        "[TIME] [strength=1-10] | bot | off",
        Text::CommandPair,
        room_arguments::read_pair,
    ),
    spec("join", "", "ROOM [black|white]", Text::CommandJoin, room_arguments::read_join),
    spec("strength", "", "1-10|off", Text::CommandStrength, |arguments| {
        room_arguments::read_strength(arguments.only("strength")?).map(Intent::BeOfStrength)
    }),
    spec("watch", "", "ROOM", Text::CommandWatch, |arguments| {
        Ok(Intent::Enter(arguments.only("watch")?.parse()?, RoleWish::Spectator))
    }),
    spec("follow", "", "NAME|off", Text::CommandFollow, arguments::read_follow),
    spec("next", "", "", Text::CommandNext, |arguments| arguments.none("next", Intent::NextBoard)),
    spec("leave", "", "", Text::CommandLeave, |arguments| arguments.none("leave", Intent::Leave)),
    spec("board", "b", "[words|drawn|auto [off]]", Text::CommandBoard, arguments::read_board),
    spec("row", "", "ROW", Text::CommandRow, arguments::read_row),
    spec("square", "", "SQUARE", Text::CommandSquare, |arguments| {
        let square = arguments::read_square(&arguments.words.join(" "))?;
        Ok(Intent::Show(Show::Square(square)))
    }),
    spec("legal", "S", "", Text::CommandLegal, |arguments| {
        arguments.none("legal", Intent::Show(Show::Legal))
    }),
    spec("play", "J", "SQUARE | LINE,COLUMN", Text::CommandPlay, |arguments| {
        Ok(RoomIntent::Place(arguments::read_square(&arguments.words.join(" "))?).into())
    }),
    spec("hint", "i", "[BOT]", Text::CommandHint, |arguments| {
        Ok(Intent::Room(RoomIntent::Hint(arguments::read_bot_if_any(arguments)?)))
    }),
    spec("suggest", "H", "", Text::CommandSuggest, |arguments| {
        let hint = RoomIntent::Hint(Some("000-hint".parse()?));
        arguments.none("suggest", Intent::Room(hint))
    }),
    spec("undo", "U", "", Text::CommandUndo, |arguments| {
        arguments.none("undo", offer(OfferKind::Undo))
    }),
    spec("redo", "", "", Text::CommandRedo, |arguments| {
        arguments.none("redo", Intent::Room(RoomIntent::Redo))
    }),
    spec("draw", "", "", Text::CommandDraw, |arguments| {
        arguments.none("draw", offer(OfferKind::Draw))
    }),
    spec("rematch", "", "", Text::CommandRematch, |arguments| {
        arguments.none("rematch", offer(OfferKind::Rematch))
    }),
    spec("swap", "", "", Text::CommandSwap, |it| it.none("swap", offer(OfferKind::SwapSeats))),
    spec("allow-hints", "", "", Text::CommandAllowHints, |arguments| {
        arguments.none("allow-hints", offer(OfferKind::AllowHints))
    }),
    spec("adjourn", "", "", Text::CommandAdjourn, |arguments| {
        arguments.none("adjourn", offer(OfferKind::Adjourn))
    }),
    spec("resume", "", "", Text::CommandResume, |arguments| {
        arguments.none("resume", Intent::Room(RoomIntent::Resume))
    }),
    spec("yes", "y", "", Text::CommandYes, |arguments| {
        arguments.none("yes", Intent::Room(RoomIntent::Answer(OfferAnswer::Accept)))
    }),
    spec("no", "n", "", Text::CommandNo, |arguments| {
        arguments.none("no", Intent::Room(RoomIntent::Answer(OfferAnswer::Decline)))
    }),
    spec("withdraw", "", "", Text::CommandWithdraw, |arguments| {
        arguments.none("withdraw", Intent::Room(RoomIntent::Withdraw))
    }),
    spec("resign", "", "[yes]", Text::CommandResign, arguments::read_resign),
    spec("claim", "", "[draw]", Text::CommandClaim, arguments::read_claim),
    spec("bots", "", "", Text::CommandBots, |arguments| {
        arguments.none("bots", Intent::Query(Query::Bots))
    }),
    spec("bot", "", "black|white NAME", Text::CommandBot, room_arguments::read_bot),
    spec("free", "", "black|white", Text::CommandFree, |arguments| {
        let color = arguments::read_color("seat", arguments.only("free")?)?;
        Ok(Intent::Room(RoomIntent::FreeSeat(color)))
    }),
    spec(
        "invite",
        "",
        "[off | NAME [SETTINGS OF new]]",
        Text::CommandInvite,
        room_arguments::read_invite,
    ),
    spec("ranking", "W", "", Text::CommandRanking, |arguments| {
        arguments.none("ranking", Intent::Query(Query::Ranking))
    }),
    spec("save", "E", "NAME [replace]", Text::CommandSave, file_arguments::read_save),
    spec("load", "L", "NAME", Text::CommandLoad, |arguments| {
        Ok(Intent::Load(file_arguments::read_name("load", arguments)?))
    }),
    spec("saves", "T", "", Text::CommandSaves, |arguments| {
        arguments.none("saves", Intent::Query(Query::Saves))
    }),
    spec("remove", "R", "NAME", Text::CommandRemove, |arguments| {
        Ok(Intent::RemoveSave(file_arguments::read_name("remove", arguments)?))
    }),
    spec(
        "import",
        "",
        "FILE [FORMAT] [number=N]",
        Text::CommandImport,
        file_arguments::read_import,
    ),
    spec(
        "export",
        "",
        "FILE [FORMAT] [here|file|ID] [replace]",
        Text::CommandExport,
        file_arguments::read_export,
    ),
    spec("games", "", "[NAME] [before=ID]", Text::CommandGames, file_arguments::read_games),
    spec("show", "", "ID", Text::CommandShow, file_arguments::read_show),
    spec("replay", "", "[here|file|ID] [MOVES]", Text::CommandReplay, file_arguments::read_replay),
    spec("review", "", "[here|ID]", Text::CommandReview, file_arguments::read_review),
    spec("last", "l", "", Text::CommandLast, |arguments| {
        arguments.none("last", Intent::Show(Show::Last))
    }),
    spec("who", "w", "[on|off]", Text::CommandWho, arguments::read_who),
    spec("say", "", "TEXT", Text::CommandSay, arguments::read_say),
    spec(
        "say!",
        "",
        "hello|good-luck|well-played|good-game|thanks|sorry|one-moment|back|again|bye",
        Text::CommandPhrase,
        arguments::read_phrase,
    ),
    spec("chat", "", "", Text::CommandChat, |it| it.none("chat", Intent::Show(Show::Chat))),
    spec("mute", "", "[NAME]", Text::CommandMute, |arguments| {
        Ok(Intent::Shun(Shunning::Muted, arguments.name().map(Change::Add)))
    }),
    spec("unmute", "", "NAME", Text::CommandUnmute, |arguments| {
        arguments::read_no_longer("unmute", Shunning::Muted, arguments)
    }),
    spec("block", "", "[NAME]", Text::CommandBlock, |arguments| {
        Ok(Intent::Shun(Shunning::Blocked, arguments.name().map(Change::Add)))
    }),
    spec("unblock", "", "NAME", Text::CommandUnblock, |arguments| {
        arguments::read_no_longer("unblock", Shunning::Blocked, arguments)
    }),
    spec("report", "", "NAME", Text::CommandReport, arguments::read_complain),
    spec("score", "", "", Text::CommandScore, |arguments| {
        arguments.none("score", Intent::Show(Show::Score))
    }),
    spec("clock", "", "", Text::CommandClock, |arguments| {
        arguments.none("clock", Intent::Show(Show::Clock))
    }),
    spec("moves", "", "", Text::CommandMoves, |arguments| {
        arguments.none("moves", Intent::Show(Show::Moves))
    }),
    spec("symbols", "C", "[BLACK,WHITE]", Text::CommandSymbols, arguments::read_symbols),
    spec("wait", "", "[end|answer]", Text::CommandWait, arguments::read_wait),
    spec("quit", "Q", "", Text::CommandQuit, |arguments| arguments.none("quit", Intent::Quit)),
];

/// Returns the command of this name or short form. Words are taken in any case; a letter that
/// is nobody's short form stands for its capital. A question is answered in Portuguese too.
pub fn find(word: &str) -> Option<&'static CommandSpec> {
    let word = match word.to_lowercase().as_str() {
        "y" | "sim" => "yes",
        "não" | "nao" => "no",
        _ => word,
    };
    let named = |name: &str| {
        COMMANDS.iter().find(|spec| spec.name.eq_ignore_ascii_case(name) || spec.short == name)
    };
    named(word).or_else(|| named(&word.to_ascii_uppercase()))
}

/// Returns the command that a word stands for where something follows it: a small letter
/// whose own command takes nothing then stands for its capital, as in `l NAME`.
pub(super) fn find_with_arguments(word: &str) -> Option<&'static CommandSpec> {
    let found = find(word)?;
    let is_alone = found.short == word && found.arguments.is_empty();
    let capital = || find(&word.to_ascii_uppercase());
    if is_alone { capital() } else { Some(found) }
}

/// Returns the command that a capital alone stands for: a letter of the first interpreter.
pub fn of_capital(letter: &str) -> Option<&'static CommandSpec> {
    let is_capital = letter.len() == 1 && letter.chars().all(|c| c.is_ascii_uppercase());
    COMMANDS.iter().find(|spec| is_capital && spec.short == letter)
}

fn read_help(arguments: &Arguments) -> Result<Intent, BadCommand> {
    match arguments.words.as_slice() {
        [] => Ok(Intent::Help(None)),
        [word, ..] => match find(word) {
            Some(spec) => Ok(Intent::Help(Some(spec.name))),
            None => Err(BadCommand::unknown(word)),
        },
    }
}

const fn spec(
    name: &'static str,
    short: &'static str,
    arguments: &'static str,
    help: Text,
    read: Reader,
) -> CommandSpec {
    CommandSpec { name, short, arguments, help, read }
}

const fn offer(kind: OfferKind) -> Intent {
    Intent::Room(RoomIntent::Offer(kind))
}
