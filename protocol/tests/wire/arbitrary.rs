//! Arbitrary requests and arbitrary JSON, for tests of what holds for all of them.

use proptest::prelude::*;
use reversi_game::{Board, Color, Square, SquareSet};
use reversi_protocol::limits::{
    NICK_CHARS_MAX, PLAYER_NAME_CHARS_MAX, ROOM_NAME_CHARS_MAX, SAVE_NAME_CHARS_MAX, STRENGTH_MAX,
};
use reversi_protocol::{
    BadName, BotName, ChatRule, ChatText, Command, Competition, FlagScore, Hints, Invitation, Komi,
    LegalSquares, Nick, OfferAnswer, OfferKind, Opening, Phrase, PlayerKey, PlayerName, Request,
    RequestId, ReviewSubject, RoleWish, RoomId, RoomName, RoomSettings, Said, SaveName, SeatChoice,
    SeatChoices, SeatToken, Start, Strength, TimeControl, UndoPolicy, Visibility, Watch,
};
use serde_json::{Map, Value};

fn colors() -> impl Strategy<Value = Color> {
    prop::sample::select(&Color::BOTH[..])
}

fn squares() -> impl Strategy<Value = Square> {
    prop::sample::select(&Square::ALL[..])
}

fn boards() -> impl Strategy<Value = Board> {
    any::<(u64, u64)>().prop_map(|(discs, black)| {
        Board::new(SquareSet(discs & black), SquareSet(discs & !black)).unwrap()
    })
}

fn room_ids() -> impl Strategy<Value = RoomId> {
    prop::collection::vec(any::<u8>(), 4..=20)
        .prop_map(|numbers| RoomId::from_random(&numbers).unwrap())
}

fn names<T: std::fmt::Debug>(
    chars_max: usize,
    make: fn(&str) -> Result<T, BadName>,
) -> impl Strategy<Value = T> {
    let any_text = prop::collection::vec(any::<char>(), 1..=chars_max);
    any_text.prop_filter_map("not a name", move |text| make(&String::from_iter(text)).ok())
}

fn bots() -> impl Strategy<Value = BotName> {
    "[a-z0-9-]{1,32}".prop_map(|name| name.parse().unwrap())
}

fn save_names() -> impl Strategy<Value = SaveName> {
    names(SAVE_NAME_CHARS_MAX, SaveName::new)
}

fn tokens() -> impl Strategy<Value = Option<SeatToken>> {
    prop::option::of(any::<[u8; 16]>().prop_map(SeatToken::from_bytes))
}

fn invitations() -> impl Strategy<Value = Option<Invitation>> {
    prop::option::of(any::<[u8; 16]>().prop_map(Invitation::from_bytes))
}

fn moves() -> impl Strategy<Value = String> {
    prop::collection::vec(squares(), 0..=60)
        .prop_map(|moves| moves.iter().map(ToString::to_string).collect())
}

fn openings() -> impl Strategy<Value = Opening> {
    let handicap = |(corners, color)| Opening::Handicap { corners, color };
    prop_oneof![Just(Opening::Xot), (1u8..=4, colors()).prop_map(handicap)]
}

fn starts() -> impl Strategy<Value = Start> {
    prop_oneof![
        colors().prop_map(|first| Start::Standard { first }),
        openings().prop_map(|opening| Start::Opening { opening }),
        moves().prop_map(|moves| Start::Transcript { moves }),
        save_names().prop_map(|name| Start::Saved { name }),
        (boards(), colors(), moves()).prop_map(|(board, to_move, moves)| Start::Board {
            board,
            to_move,
            moves
        }),
    ]
}

fn settings() -> impl Strategy<Value = RoomSettings> {
    let name = prop::option::of(names(ROOM_NAME_CHARS_MAX, RoomName::new));
    let visibility = prop::sample::select(vec![Visibility::Listed, Visibility::Private]);
    let legal_squares = prop::sample::select(vec![
        LegalSquares::Shown,
        LegalSquares::Players,
        LegalSquares::Hidden,
    ]);
    let hints = prop::option::of(prop::sample::select(vec![Hints::Allowed, Hints::Forbidden]));
    let undo = prop::option::of(prop::sample::select(vec![
        UndoPolicy::Free,
        UndoPolicy::Ask,
        UndoPolicy::Off,
    ]));
    let watch = prop::sample::select(vec![Watch::Everyone, Watch::Link, Watch::Players]);
    let delays = [None, Some("3".parse().unwrap()), Some("30s".parse().unwrap())];
    let chat = prop::sample::select(vec![ChatRule::Everything, ChatRule::Phrases, ChatRule::Off]);
    let komi = (-63..=63_i8).prop_map(|discs| Komi::try_from(discs).unwrap());
    let opponents = ["anyone", "no-guests", "1-10", "no-guests,4-4"].map(|it| it.parse().unwrap());
    let opponents = prop::sample::select(opponents.to_vec());
    let watching = (watch, prop::sample::select(delays.to_vec()), chat, komi, opponents);
    let times = (any::<u32>(), clocks());
    (name, visibility, legal_squares, starts(), hints, undo, times, watching).prop_map(
        |(
            name,
            visibility,
            legal_squares,
            start,
            hints,
            undo,
            times,
            (watch, watch_delay, chat, komi, opponents),
        )| {
            let (think_ms_min, (time, flag)) = times;
            RoomSettings {
                name,
                visibility,
                legal_squares,
                start,
                hints,
                undo,
                think_ms_min,
                time,
                flag,
                watch,
                watch_delay,
                chat,
                komi,
                opponents,
            }
        },
    )
}

fn clocks() -> impl Strategy<Value = (TimeControl, Option<FlagScore>)> {
    let times = ["none", "30s/move", "3d", "5m", "5m+3s", "5m/3s", "10m+3x30s"];
    let times = times.map(|text| text.parse().unwrap());
    let flags = [None, Some(FlagScore::Wipeout), Some(FlagScore::Discs)];
    (prop::sample::select(times.to_vec()), prop::sample::select(flags.to_vec()))
}

fn seat_choices() -> impl Strategy<Value = SeatChoices> {
    let choice = || {
        prop_oneof![
            Just(SeatChoice::Me),
            Just(SeatChoice::Open),
            Just(SeatChoice::Saved),
            bots().prop_map(SeatChoice::Bot)
        ]
    };
    (choice(), choice(), any::<bool>()).prop_map(|(black, white, draw)| SeatChoices {
        black,
        white,
        draw,
    })
}

fn competitions() -> impl Strategy<Value = Competition> {
    (names(NICK_CHARS_MAX, Nick::new), colors())
        .prop_map(|(nick, bot_color)| Competition { nick, bot_color })
}

fn roles() -> impl Strategy<Value = RoleWish> {
    prop::sample::select(vec![
        RoleWish::Player,
        RoleWish::Black,
        RoleWish::White,
        RoleWish::Spectator,
    ])
}

fn commands() -> impl Strategy<Value = Command> {
    prop_oneof![room_commands(), offer_commands(), library_commands(), lobby_commands()]
}

fn guests() -> impl Strategy<Value = Option<PlayerName>> {
    prop::option::of(names(PLAYER_NAME_CHARS_MAX, PlayerName::new))
}

fn room_commands() -> impl Strategy<Value = Command> {
    prop_oneof![
        (
            settings(),
            seat_choices(),
            tokens(),
            prop::option::of(competitions()),
            invitations(),
            guests()
        )
            .prop_map(|(settings, seats, token, competition, invitation, to)| {
                Command::Create { settings, seats, token, competition, invitation, to }
            }),
        (room_ids(), roles(), tokens(), invitations(), any::<(Option<u64>, bool)>(), strengths())
            .prop_map(|(room, role, token, invitation, (seen, named), strength)| Command::Join {
                room,
                role,
                token,
                invitation,
                seen,
                named,
                strength,
            }),
        room_ids().prop_map(|room| Command::Leave { room }),
        (room_ids(), names(PLAYER_NAME_CHARS_MAX, PlayerName::new))
            .prop_map(|(room, name)| Command::Follow { room, name }),
        (room_ids(), any::<u32>(), squares()).prop_map(|(room, ply, square)| Command::Place {
            room,
            ply,
            square
        }),
        room_ids().prop_map(|room| Command::Resign { room }),
        (room_ids(), any::<bool>()).prop_map(|(room, as_draw)| Command::Claim { room, as_draw }),
        (room_ids(), colors(), bots()).prop_map(|(room, color, bot)| Command::SeatBot {
            room,
            color,
            bot
        }),
        (room_ids(), colors()).prop_map(|(room, color)| Command::FreeSeat { room, color }),
        (room_ids(), invitations(), guests()).prop_map(|(room, invitation, to)| Command::Invite {
            room,
            invitation,
            to
        }),
        room_ids().prop_map(|room| Command::Decline { room }),
        (room_ids(), prop::option::of(bots()), any::<bool>())
            .prop_map(|(room, bot, deepen)| Command::Hint { room, bot, deepen }),
        room_ids().prop_map(|room| Command::Resync { room }),
        (room_ids(), said()).prop_map(|(room, said)| Command::Say { room, said }),
        (room_ids(), any::<u64>()).prop_map(|(room, at_ms)| Command::Report { room, at_ms }),
    ]
}

fn said() -> impl Strategy<Value = Said> {
    let texts = any::<String>().prop_filter_map("a text", |text| ChatText::cleaned(&text).ok());
    let phrases = prop::sample::select(Phrase::ALL);
    prop_oneof![
        texts.prop_map(|text| Said::Text { text }),
        phrases.prop_map(|phrase| Said::Phrase { phrase })
    ]
}

fn offer_commands() -> impl Strategy<Value = Command> {
    let kinds = prop::sample::select(vec![
        OfferKind::Undo,
        OfferKind::Draw,
        OfferKind::Rematch,
        OfferKind::Adjourn,
        OfferKind::SwapSeats,
        OfferKind::AllowHints,
        OfferKind::Load,
    ]);
    let answers = prop::sample::select(vec![OfferAnswer::Accept, OfferAnswer::Decline]);
    prop_oneof![
        (room_ids(), kinds).prop_map(|(room, kind)| Command::Offer { room, kind }),
        (room_ids(), any::<u64>(), answers).prop_map(|(room, offer, answer)| Command::Answer {
            room,
            offer,
            answer
        }),
        (room_ids(), any::<u64>()).prop_map(|(room, offer)| Command::Withdraw { room, offer }),
        room_ids().prop_map(|room| Command::Redo { room }),
        room_ids().prop_map(|room| Command::Resume { room }),
    ]
}

fn library_commands() -> impl Strategy<Value = Command> {
    prop_oneof![
        (room_ids(), save_names(), any::<bool>())
            .prop_map(|(room, name, overwrite)| { Command::Save { room, name, overwrite } }),
        (room_ids(), save_names()).prop_map(|(room, name)| Command::Load { room, name }),
        Just(Command::Saves),
        any::<[u8; 16]>().prop_map(|key| Command::ReplaceKey { key: PlayerKey::from_bytes(key) }),
        save_names().prop_map(|name| Command::Remove { name }),
        any::<(Option<String>, Option<u64>)>()
            .prop_map(|(player, before)| Command::Games { player, before }),
        any::<u64>().prop_map(|game| Command::Game { game }),
        any::<u64>().prop_map(|game| Command::Review { of: ReviewSubject::Game { game } }),
        room_ids().prop_map(|room| Command::Review { of: ReviewSubject::Room { room } }),
    ]
}

fn strengths() -> impl Strategy<Value = Option<Strength>> {
    prop::option::of((1..=STRENGTH_MAX).prop_map(|level| level.try_into().unwrap()))
}

fn lobby_commands() -> impl Strategy<Value = Command> {
    prop_oneof![
        Just(Command::Bots),
        Just(Command::Ranking),
        any::<Option<String>>().prop_map(|filter| Command::Rooms { filter }),
        (clocks(), strengths(), any::<[u8; 16]>(), prop::option::of(bots())).prop_map(
            |((time, _), strength, token, bot)| Command::Pair {
                time,
                strength,
                token: SeatToken::from_bytes(token),
                bot,
            }
        ),
        Just(Command::Unpair),
        prop::collection::vec(names(PLAYER_NAME_CHARS_MAX, PlayerName::new), 0..4)
            .prop_map(|names| Command::Block { names }),
        Just(Command::Ping),
    ]
}

/// Requests of every kind.
pub(crate) fn requests() -> impl Strategy<Value = Request> {
    (any::<u32>(), commands()).prop_map(|(id, command)| Request { id: RequestId(id), command })
}

const WORDS: [&str; 41] = [
    "id",
    "type",
    "room",
    "as",
    "token",
    "seen",
    "ply",
    "square",
    "settings",
    "seats",
    "start",
    "board",
    "black",
    "white",
    "me",
    "create",
    "join",
    "place",
    "rooms",
    "K7QP",
    "f5",
    "color",
    "bot",
    "bot:x",
    "seat_bot",
    "hint",
    "nick",
    "undo",
    "offer",
    "kind",
    "draw",
    "answer",
    "accept",
    "save",
    "load",
    "saved",
    "name",
    "games",
    "before",
    "invite",
    "invitation",
];

/// JSON of any shape, with the field names and words of real requests strewn in.
pub(crate) fn json_values() -> impl Strategy<Value = Value> {
    let texts =
        prop_oneof![prop::sample::select(&WORDS[..]).prop_map(String::from), any::<String>()];
    let leaves = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        texts.clone().prop_map(Value::from),
    ];
    leaves.prop_recursive(4, 32, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((texts.clone(), inner), 0..6)
                .prop_map(|fields| Value::from(Map::from_iter(fields))),
        ]
    })
}
