//! Everything that a key can do: one table with each action's name, place, keys and texts. Help, key bar, palette, configuration, manual page and documentation are made from it.

use reversi_client_core::voice::texts::Text;

/// Where an action belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// A question that waits for an answer.
    Prompt,
    /// The board: a game, or one that is looked at.
    Board,
    Lobby,
    List,
    Anywhere,
}

/// One row of the table.
#[derive(Debug)]
pub struct ActionSpec {
    pub action: Action,
    /// Its name in the configuration and in the palette.
    pub name: &'static str,
    pub scope: Scope,
    pub keys: &'static [&'static str],
    /// One or two words for the key bar.
    pub label: Text,
    pub help: Text,
}

macro_rules! actions {
    ($($scope:ident {
        $($action:ident $name:literal [$($key:literal),*] $label:ident $help:ident,)*
    })*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Action {
            $($(#[doc = concat!("`", $name, "`")] $action,)*)*
        }

        pub const ACTIONS: &[ActionSpec] = &[
            $($(ActionSpec {
                action: Action::$action,
                name: $name,
                scope: Scope::$scope,
                keys: &[$($key),*],
                label: Text::$label,
                help: Text::$help,
            },)*)*
        ];
    };
}

actions! {
    Prompt {
        Yes "yes" ["y"] LabelYes HelpYes,
        No "no" ["n"] LabelNo HelpNo,
        ResignYes "resign-yes" ["Y"] LabelResignYes HelpResignYes,
        WatchYes "watch-yes" ["w"] LabelWatch HelpWatchYes,
    }
    Board {
        Place "place" ["enter", "space"] LabelPlace HelpPlace,
        NextLegal "next-legal" ["tab"] LabelNextLegal HelpNextLegal,
        PreviousLegal "previous-legal" ["shift-tab"] LabelPreviousLegal HelpPreviousLegal,
        Undo "undo" ["u"] LabelUndo HelpUndo,
        Redo "redo" ["U"] LabelRedo HelpRedo,
        Hint "hint" ["i"] LabelHint HelpHint,
        Dots "dots" ["o"] LabelDots HelpDots,
        Preview "preview" ["p"] LabelPreview HelpPreview,
        Back "back" [","] LabelBack HelpBack,
        Forward "forward" ["."] LabelForward HelpForward,
        First "first" ["<"] LabelFirst HelpFirst,
        Last "last-move" [">"] LabelLast HelpLast,
        Live "live" ["esc"] LabelLive HelpLive,
        Rematch "rematch" ["r"] LabelRematch HelpRematch,
        Review "review" ["z"] LabelReview HelpReview,
        Save "save" ["S"] LabelSave HelpSave,
        Resign "resign" ["x"] LabelResign HelpResign,
        Claim "claim" ["W"] LabelClaim HelpClaim,
        SeatBot "seat-bot" ["B"] LabelSeatBot HelpSeatBot,
        Who "who" ["w"] LabelWho HelpWho,
        Follow "follow" ["f6"] LabelFollow HelpFollow,
        Chat "chat" ["t"] LabelChat HelpChat,
        Rotate "rotate" ["v"] LabelRotate HelpRotate,
        Bigger "bigger" ["+", "="] LabelBigger HelpBigger,
        Smaller "smaller" ["-"] LabelSmaller HelpSmaller,
        Left "left" ["left", "h"] LabelLeft HelpLeft,
        Right "right" ["right", "l"] LabelRight HelpRight,
        Up "up" ["up", "k"] LabelUp HelpUp,
        Down "down" ["down", "j"] LabelDown HelpDown,
        RowStart "row-start" ["home"] LabelRowStart HelpRowStart,
        RowEnd "row-end" ["end"] LabelRowEnd HelpRowEnd,
        ColumnTop "column-top" ["pageup"] LabelColumnTop HelpColumnTop,
        ColumnBottom "column-bottom" ["pagedown"] LabelColumnBottom HelpColumnBottom,
        NextBoard "next-board" ["n"] LabelNextBoard HelpNextBoard,
        Leave "leave" ["q"] LabelLeave HelpLeave,
    }
    Lobby {
        PlayBot "bots" ["b"] LabelPlayBot HelpPlayBot,
        Pair "pair" ["f"] LabelPair HelpPair,
        PairBot "pair-bot" ["F"] LabelPairBot HelpPairBot,
        NewRoom "new" ["n"] LabelNewRoom HelpNewRoom,
        Watch "watch" ["w"] LabelWatch HelpWatch,
        JoinById "join" ["i"] LabelJoinById HelpJoinById,
        InviteName "invite-name" ["I"] LabelInviteName HelpInviteName,
        Filter "filter" ["/"] LabelFilter HelpFilter,
        Refresh "rooms" ["r"] LabelRefresh HelpRefresh,
        Ranking "ranking" ["W"] LabelRanking HelpRanking,
        Saves "saves" ["T"] LabelSaves HelpSaves,
        Games "games" ["g"] LabelGames HelpGames,
        PlayHere "play-here" ["p"] LabelPlayHere HelpPlayHere,
        Connect "connect" ["c"] LabelConnect HelpConnect,
        Quit "quit" ["q"] LabelQuit HelpQuit,
    }
    List {
        Choose "choose" ["enter", "space"] LabelChoose HelpChoose,
        Next "next" ["down", "j", "tab"] LabelNext HelpNext,
        Previous "previous" ["up", "k", "shift-tab"] LabelPrevious HelpPrevious,
        Less "less" ["left", "h"] LabelLess HelpLess,
        More "more" ["right", "l"] LabelMore HelpMore,
        Remove "remove" ["delete", "x"] LabelRemove HelpRemove,
        PageUp "page-up" ["pageup"] LabelPageUp HelpPageUp,
        PageDown "page-down" ["pagedown"] LabelPageDown HelpPageDown,
        Close "close" ["esc", "q"] LabelClose HelpClose,
    }
    Anywhere {
        Help "help" ["?", "f1"] LabelHelp HelpHelp,
        Palette "palette" [":"] LabelPalette HelpPalette,
        Invite "invite" ["f2"] LabelInvite HelpInvite,
        LetIn "let-in" ["f4"] LabelLetIn HelpLetIn,
        Settings "settings" ["s"] LabelSettings HelpSettings,
        Mouse "mouse" ["m"] LabelMouse HelpMouse,
        Doctor "doctor" [] LabelDoctor HelpDoctor,
        Redraw "redraw" ["ctrl-l"] LabelRedraw HelpRedraw,
        Suspend "suspend" ["ctrl-z"] LabelSuspend HelpSuspend,
        Interrupt "interrupt" ["ctrl-c"] LabelInterrupt HelpInterrupt,
    }
}

impl Action {
    pub const fn spec(self) -> &'static ActionSpec {
        &ACTIONS[self as usize]
    }
}

impl ActionSpec {
    pub fn find(name: &str) -> Option<&'static Self> {
        ACTIONS.iter().find(|spec| spec.name == name)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_action_is_in_its_row_and_has_a_name_of_its_own() {
        let names: HashSet<&str> = ACTIONS.iter().map(|spec| spec.name).collect();
        assert_eq!(names.len(), ACTIONS.len());
        for (index, spec) in ACTIONS.iter().enumerate() {
            assert_eq!(spec.action as usize, index, "{}", spec.name);
            assert_eq!(spec.action.spec().name, spec.name);
        }
    }
}
