//! Everything that a key can do: one table with each action's name, place, keys and texts, and what
//! does it. Help, key bar, palette, configuration, manual page and documentation are made from it.

use super::model::Model;
use reversi_client_core::voice::texts::Text;

/// Where an action belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// A question that waits for an answer.
    Prompt,
    /// The board: a game, or one that is looked at.
    Board,
    /// The lobby.
    Lobby,
    /// Lists and forms.
    List,
    /// Everywhere.
    Anywhere,
}

/// One row of the table.
#[derive(Debug)]
pub struct ActionSpec {
    /// The action.
    pub action: Action,
    /// Its name in the configuration and in the palette.
    pub name: &'static str,
    /// Where it belongs.
    pub scope: Scope,
    /// The keys that it has by default.
    pub keys: &'static [&'static str],
    /// One or two words for the key bar.
    pub label: Text,
    /// What it does, in words.
    pub help: Text,
    /// What does it.
    pub run: fn(&mut Model),
}

/// Declares the actions and their table.
macro_rules! actions {
    ($($scope:ident {
        $($action:ident $name:literal [$($key:literal),*] $label:ident $help:ident $run:ident,)*
    })*) => {
        /// Something that a key can do.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Action {
            $($(#[doc = concat!("`", $name, "`")] $action,)*)*
        }

        /// Every action.
        pub const ACTIONS: &[ActionSpec] = &[
            $($(ActionSpec {
                action: Action::$action,
                name: $name,
                scope: Scope::$scope,
                keys: &[$($key),*],
                label: Text::$label,
                help: Text::$help,
                run: Model::$run,
            },)*)*
        ];
    };
}

actions! {
    Prompt {
        Yes "yes" ["y"] LabelYes HelpYes answer_yes,
        No "no" ["n"] LabelNo HelpNo answer_no,
        ResignYes "resign-yes" ["Y"] LabelResignYes HelpResignYes answer_resign,
    }
    Board {
        Place "place" ["enter", "space"] LabelPlace HelpPlace place_at_cursor,
        NextLegal "next-legal" ["tab"] LabelNextLegal HelpNextLegal next_legal,
        PreviousLegal "previous-legal" ["shift-tab"] LabelPreviousLegal HelpPreviousLegal previous_legal,
        Undo "undo" ["u"] LabelUndo HelpUndo ask_undo,
        Redo "redo" ["U"] LabelRedo HelpRedo redo,
        Hint "hint" ["i"] LabelHint HelpHint ask_hint,
        Dots "dots" ["o"] LabelDots HelpDots toggle_dots,
        Preview "preview" ["p"] LabelPreview HelpPreview toggle_preview,
        Back "back" [","] LabelBack HelpBack browse_back,
        Forward "forward" ["."] LabelForward HelpForward browse_forward,
        First "first" ["<"] LabelFirst HelpFirst browse_first,
        Last "last-move" [">"] LabelLast HelpLast browse_last,
        Live "live" ["esc"] LabelLive HelpLive go_live,
        Rematch "rematch" ["r"] LabelRematch HelpRematch ask_rematch,
        Review "review" ["z"] LabelReview HelpReview ask_review,
        Resign "resign" ["x"] LabelResign HelpResign ask_resign,
        Who "who" ["w"] LabelWho HelpWho show_who,
        Rotate "rotate" ["v"] LabelRotate HelpRotate rotate,
        Bigger "bigger" ["+", "="] LabelBigger HelpBigger bigger,
        Smaller "smaller" ["-"] LabelSmaller HelpSmaller smaller,
        Left "left" ["left", "h"] LabelLeft HelpLeft left,
        Right "right" ["right", "l"] LabelRight HelpRight right,
        Up "up" ["up", "k"] LabelUp HelpUp up,
        Down "down" ["down", "j"] LabelDown HelpDown down,
        RowStart "row-start" ["home"] LabelRowStart HelpRowStart row_start,
        RowEnd "row-end" ["end"] LabelRowEnd HelpRowEnd row_end,
        ColumnTop "column-top" ["pageup"] LabelColumnTop HelpColumnTop column_top,
        ColumnBottom "column-bottom" ["pagedown"] LabelColumnBottom HelpColumnBottom column_bottom,
        Leave "leave" ["q"] LabelLeave HelpLeave ask_leave,
    }
    Lobby {
        PlayBot "bots" ["b"] LabelPlayBot HelpPlayBot show_bots,
        NewRoom "new" ["n"] LabelNewRoom HelpNewRoom show_new_room,
        Watch "watch" ["w"] LabelWatch HelpWatch watch_chosen,
        JoinById "join" ["i"] LabelJoinById HelpJoinById type_room_id,
        Filter "filter" ["/"] LabelFilter HelpFilter type_filter,
        Refresh "rooms" ["r"] LabelRefresh HelpRefresh refresh,
        Games "games" ["g"] LabelGames HelpGames show_games,
        Connect "connect" ["c"] LabelConnect HelpConnect type_address,
        Quit "quit" ["q"] LabelQuit HelpQuit quit,
    }
    List {
        Choose "choose" ["enter", "space"] LabelChoose HelpChoose choose,
        Next "next" ["down", "j", "tab"] LabelNext HelpNext next_row,
        Previous "previous" ["up", "k", "shift-tab"] LabelPrevious HelpPrevious previous_row,
        Less "less" ["left", "h"] LabelLess HelpLess less,
        More "more" ["right", "l"] LabelMore HelpMore more,
        PageUp "page-up" ["pageup"] LabelPageUp HelpPageUp page_up,
        PageDown "page-down" ["pagedown"] LabelPageDown HelpPageDown page_down,
        Close "close" ["esc", "q"] LabelClose HelpClose close,
    }
    Anywhere {
        Help "help" ["?", "f1"] LabelHelp HelpHelp show_help,
        Palette "palette" [":"] LabelPalette HelpPalette show_palette,
        Invite "invite" ["f2"] LabelInvite HelpInvite show_invite,
        Settings "settings" ["s"] LabelSettings HelpSettings show_settings,
        Mouse "mouse" ["m"] LabelMouse HelpMouse toggle_mouse,
        Doctor "doctor" [] LabelDoctor HelpDoctor show_doctor,
        Redraw "redraw" ["ctrl-l"] LabelRedraw HelpRedraw redraw,
        Suspend "suspend" ["ctrl-z"] LabelSuspend HelpSuspend suspend,
        Interrupt "interrupt" ["ctrl-c"] LabelInterrupt HelpInterrupt interrupt,
    }
}

impl Action {
    /// Returns the row of the action.
    pub const fn spec(self) -> &'static ActionSpec {
        &ACTIONS[self as usize]
    }
}

impl ActionSpec {
    /// Returns the action of this name.
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
