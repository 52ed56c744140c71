//! Each bot against the report's words, written out a second time over the rules alone.

use std::cmp::Reverse;

use reversi_game::{Color, Game, Placement, Position, Square};

use super::{Bot, UnknownBot};
use crate::book::Book;
use crate::control::{Control, Limits, StopFlag};
use crate::kernel::Sides;
use crate::player::Request;

fn choose(bot: &Bot, request: &Request) -> Option<Square> {
    bot.choose(request, Control::timeless(&StopFlag::default())).map(|answer| answer.square)
}

fn named(name: &str, position: Position) -> Square {
    choose(&Bot::from_name(name).unwrap(), &Request::new(position)).unwrap()
}

/// Positions of all stages: every ply of random games.
fn positions(games: usize) -> Vec<Position> {
    crate::openings::random_openings(games, 50, 7)
        .iter()
        .flat_map(|game| (0..game.ply()).filter_map(|ply| game.position_at(ply)))
        .filter(|position| !position.legal().is_empty())
        .collect()
}

fn placements(position: Position) -> impl Iterator<Item = Placement> {
    position.legal().iter().map(move |square| position.place(square).unwrap())
}

/// Returns the first placement in scan order with the largest key.
fn best<K: Ord>(position: Position, key: impl Fn(&Placement) -> K) -> Square {
    let mut placements: Vec<Placement> = placements(position).collect();
    placements.sort_by_key(|placement| Reverse(key(placement)));
    placements[0].square
}

fn assert_plays(name: &str, expected: impl Fn(Position) -> Square) {
    for position in positions(20) {
        assert_eq!(named(name, position), expected(position), "{name} at {position}");
    }
}

fn legal_among(position: Position, squares: &[Square]) -> Option<Square> {
    squares.iter().copied().find(|&square| position.legal().contains(square))
}

fn table_a(square: Square) -> i32 {
    const QUARTER: [[i32; 4]; 4] =
        [[120, -20, 20, 5], [-20, -40, -5, -5], [20, -5, 15, 3], [5, -5, 3, 3]];
    QUARTER[square.rank().min(7 - square.rank())][square.file().min(7 - square.file())]
}

#[test]
fn medium_of_000_and_normal_of_002_turn_the_most() {
    for name in ["000-medium", "002-normal"] {
        assert_plays(name, |position| best(position, |placement| placement.flips.len()));
    }
}

#[test]
fn hard_of_000_takes_corners_then_leaves_few_moves() {
    assert_plays("000-hard", |position| {
        legal_among(position, &[Square::A1, Square::A8, Square::H1, Square::H8]).unwrap_or_else(
            || {
                best(position, |p| {
                    (Reverse(p.after.legal().len()), p.flips.len(), table_a(p.square))
                })
            },
        )
    });
}

#[test]
fn the_hint_of_000_is_the_most_valuable_square() {
    assert_plays("000-hint", |position| best(position, |p| table_a(p.square)));
}

#[test]
fn medium_of_001_takes_corners_then_edges_then_discs() {
    let is_edge = |s: Square| s.file().is_multiple_of(7) || s.rank().is_multiple_of(7);
    assert_plays("001-medium", |position| {
        legal_among(position, &[Square::A1, Square::H1, Square::A8, Square::H8])
            .unwrap_or_else(|| best(position, |p| (is_edge(p.square), p.flips.len())))
    });
}

#[test]
fn minmax_of_004_weighs_the_best_reply() {
    assert_plays("004-level-3", |position| best(position, weighed_by_004));
    assert_plays("004-minmax", |position| best(position, weighed_by_004));
}

fn weighed_by_004(placement: &Placement) -> i32 {
    let replies = placements(placement.after).map(|reply| reply.flips.len());
    placement.flips.len() as i32 - replies.max().unwrap_or(0) as i32
}

#[test]
fn levels_1_and_2_of_004_weigh_in_a_quarter_and_in_half_of_their_own_moves() {
    for (name, period) in [("004-level-1", 4), ("004-level-2", 2), ("004-level-3", 1)] {
        let bot = Bot::from_name(name).unwrap();
        for own in Color::BOTH {
            let mut game = Game::default();
            let (mut moves, mut told_apart) = (0, 0);
            while !game.is_over() {
                let position = game.position();
                let (first, last) =
                    (position.legal().iter().next(), position.legal().iter().last());
                let mut square = last.unwrap();
                if position.to_move == own {
                    let weighed = best(position, weighed_by_004);
                    let expected = if moves % period == 0 { weighed } else { first.unwrap() };
                    square = choose(&bot, &Request::of(&game)).unwrap();
                    assert_eq!(square, expected, "{name} as {own}, its move {moves}: {position}");
                    moves += 1;
                    told_apart += u32::from(Some(weighed) != first);
                }
                game.play(square).unwrap();
            }
            assert!(told_apart > 5, "{name} as {own} is seldom told from the first square");
        }
    }
}

#[test]
fn easy_of_003_plays_the_first_legal_square() {
    assert_plays("003-easy", |position| position.legal().iter().next().unwrap());
}

/// Returns the first square in scan order with the largest plain minimax value for `own`; passes
/// use a ply, except the bot's own where `own_pass_plies` is 0.
fn minimax_square(
    position: Position,
    depth: u32,
    own_pass_plies: u32,
    evaluate: &dyn Fn(Position, Color) -> i32,
) -> Square {
    let own = position.to_move;
    best(position, |p| minimax(p.after, depth - 1, own, own_pass_plies, evaluate))
}

fn minimax(
    position: Position,
    depth: u32,
    own: Color,
    own_pass_plies: u32,
    evaluate: &dyn Fn(Position, Color) -> i32,
) -> i32 {
    use reversi_game::Turn;
    let is_own = position.to_move == own;
    match position.turn() {
        Turn::Over => evaluate(position, own),
        _ if depth == 0 => evaluate(position, own),
        Turn::Pass => {
            let plies = if is_own { own_pass_plies } else { 1 };
            minimax(position.passed(), depth - plies, own, own_pass_plies, evaluate)
        }
        Turn::Place => {
            let values = placements(position)
                .map(|p| minimax(p.after, depth - 1, own, own_pass_plies, evaluate));
            if is_own { values.max().unwrap() } else { values.min().unwrap() }
        }
    }
}

#[test]
fn minimax_of_003_sums_its_table_one_and_three_plies_ahead() {
    let value = |square| report_003_value(square);
    let evaluate = |position: Position, own: Color| -> i32 {
        let sum = |color| position.board.discs(color).iter().map(value).sum::<i32>();
        sum(own) - sum(own.opponent())
    };
    for position in positions(10) {
        let medium = minimax_square(position, 1, 1, &evaluate);
        assert_eq!(named("003-medium", position), medium, "{position}");
        let hard = minimax_square(position, 3, 1, &evaluate);
        assert_eq!(named("003-hard", position), hard, "{position}");
    }
}

fn report_003_value(square: Square) -> i32 {
    const QUARTER: [[i32; 4]; 4] =
        [[99, -45, 25, 15], [-45, -99, -10, -5], [25, -10, 12, 4], [15, -5, 4, 1]];
    QUARTER[square.rank().min(7 - square.rank())][square.file().min(7 - square.file())]
}

#[test]
fn competitive_of_000_looks_for_the_most_valuable_square_to_play_on() {
    let evaluate =
        |position: Position, _| position.legal().iter().map(table_a).max().unwrap_or(-500);
    let bot = Bot::from_name("000-competitive").unwrap();
    for position in positions(8) {
        let empties = position.board.empties().len();
        // Two to four plies of the ten where all ten would be too many to count plainly.
        let depth = if empties <= 7 { 10 } else { 2 + 2 * (empties % 2) };
        let request = Request::new(position).with_limits(Limits::depth(depth));
        let expected = minimax_square(position, depth, 0, &evaluate);
        assert_eq!(choose(&bot, &request), Some(expected), "{position} depth {depth}");
    }
}

#[test]
fn hard_of_001_looks_deeper_where_there_is_little_choice() {
    let bot = Bot::from_name("001-hard").unwrap();
    for position in positions(4) {
        let request = Request::new(position);
        let answer = bot.choose(&request, Control::timeless(&StopFlag::default())).unwrap();
        let expected = match position.legal().len() {
            0..=3 => 8,
            4..=6 => 7,
            7..=10 => 6,
            _ => 5,
        };
        assert_eq!(answer.depth_plies, expected, "{position}");
    }
}

#[test]
fn random_bots_repeat_with_their_seed_and_reach_every_square() {
    let position = positions(1)[20];
    for name in ["000-easy", "001-easy", "002-easy"] {
        let bot = Bot::from_name(name).unwrap();
        let draw = |seed| choose(&bot, &Request::new(position).with_seed(seed)).unwrap();
        let drawn: reversi_game::SquareSet = (0..200).map(draw).collect();
        let reachable = if name == "002-easy" { 4 } else { position.legal().len() };
        assert_eq!(drawn.len(), reachable, "{name}");
        assert_eq!(draw(5), draw(5));
    }
}

#[test]
fn the_stable_bot_takes_a_corner_where_the_greedy_bot_turns_more() {
    let position = positions(20)
        .into_iter()
        .find(|p| p.legal().contains(Square::A1) && named("000-medium", *p) != Square::A1)
        .unwrap();
    let after = position.place(named("stable", position)).unwrap().after;
    let stable = |position: Position, color: Color| {
        let own = position.board.discs(color).0;
        let other = position.board.discs(color.opponent()).0;
        Sides { mover: own, opponent: other }.stable().count_ones()
    };
    let greedy = position.place(named("000-medium", position)).unwrap().after;
    assert!(stable(after, position.to_move) > stable(greedy, position.to_move), "{position}");
}

#[test]
fn levels_repeat_with_their_seed_and_vary_with_it() {
    let position = positions(1)[30];
    let draw = |name: &str, seed| {
        choose(&Bot::from_name(name).unwrap(), &Request::new(position).with_seed(seed)).unwrap()
    };
    let drawn: reversi_game::SquareSet = (0..30).map(|seed| draw("level-1", seed)).collect();
    assert!(drawn.len() > 1, "a novice does not always play the same");
    assert_eq!(draw("level-1", 3), draw("level-1", 3));
    assert_eq!(draw("level-6", 3), draw("level-6", 3));
}

#[test]
fn the_highest_levels_use_the_book_unless_forbidden() {
    let request = Request::new(Position::START);
    for (name, loss) in [("level-8", 1.), ("level-9", 1.), ("level-10", 0.5)] {
        let bot = Bot::from_name(name).unwrap();
        let answer = |request: &Request| {
            bot.choose(request, Control::timeless(&StopFlag::default())).unwrap()
        };
        let mut games = std::collections::HashSet::new();
        for seed in 0..20 {
            let mut game = Game::default();
            while let moves = Book::embedded().moves(Sides::of(&game.position()))
                && !moves.is_empty()
            {
                let answer = answer(&Request::of(&game).with_seed(seed));
                let known = moves.iter().find(|mv| mv.square == answer.square).unwrap();
                assert_eq!((answer.score, answer.nodes), (Some(known.score), 0), "{name}");
                assert!((moves[0].score - known.score).discs() <= loss, "{name}");
                game.play(answer.square).unwrap();
            }
            games.insert(Sides::of(&game.position()).canonical());
        }
        assert!(games.len() > 1, "{name} always plays the same");
        let searched = request.clone().without_book().with_limits(Limits::depth(3));
        assert!(answer(&searched).nodes > 0, "{name}");
    }
    let bot = Bot::from_name("level-7").unwrap();
    let request = request.with_limits(Limits::depth(3));
    assert!(bot.choose(&request, Control::timeless(&StopFlag::default())).unwrap().nodes > 0);
}

#[test]
fn a_stopped_bot_answers_at_once() {
    let stop = StopFlag::default();
    stop.stop();
    let over = Game::replay(Position::START, &"e6f4e3f6g5d6e7f5c5".parse().unwrap()).unwrap();
    for bot in Bot::all() {
        for position in positions(1) {
            let answer = bot.choose(&Request::new(position), Control::timeless(&stop)).unwrap();
            assert!(position.legal().contains(answer.square), "{bot} at {position}");
        }
        let request = Request::of(&over);
        assert_eq!(bot.choose(&request, Control::timeless(&stop)), None, "{bot}");
    }
}

#[test]
fn names_are_unique_and_found() {
    for bot in Bot::all() {
        assert_eq!(Bot::from_name(bot.name()), Some(*bot));
        assert_eq!(Bot::all().iter().filter(|other| *other == bot).count(), 1, "{bot}");
        assert!(!bot.description().is_empty());
    }
    assert_eq!("nobody".parse::<Bot>(), Err(UnknownBot { name: "nobody".into() }));
    assert_eq!(Bot::from_name("001-hint"), Bot::from_name("001-hard"));
}

#[test]
fn bots_of_one_report_differ() {
    let positions = positions(3);
    let names = [
        "000-medium",
        "000-hard",
        "000-hint",
        "001-medium",
        "003-easy",
        "003-medium",
        "003-hard",
        "004-minmax",
        "stable",
    ];
    for (i, a) in names.iter().enumerate() {
        for b in &names[i + 1..] {
            let differ = positions.iter().any(|&position| named(a, position) != named(b, position));
            assert!(differ, "{a} {b}");
        }
    }
}
