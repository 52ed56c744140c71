//! Why the server declines, in Portuguese. English is the protocol's own.

use reversi_protocol::RefusalCode as R;

/// Returns what people are told: why, and what they can do.
#[rustfmt::skip]
pub(super) const fn sentence(code: R) -> &'static str {
    match code {
        R::BadRequest => "O pedido tem um campo em falta ou errado.",
        R::UnknownType => "Este servidor não conhece esse tipo de pedido.",
        R::NoSuchRoom => "Essa sala não existe.",
        R::NotInRoom => "Não estás nessa sala. Entra primeiro.",
        R::TooManyRooms => "Há salas a mais. Sai de uma, ou tenta mais tarde.",
        R::WrongToken => "Esse segredo não guarda nenhum lugar nesta sala.",
        R::TokenMissing => "Para ocupar um lugar é preciso um segredo: 32 dígitos hexadecimais.",
        R::SeatTaken => "Esse lugar está ocupado. Assiste, ou escolhe outra sala.",
        R::SeatKept => "Esse lugar fica guardado para quem o ocupa. Espera, ou continua a jogar.",
        R::RoomFull => "Os dois lugares estão ocupados. Assiste, ou escolhe outra sala.",
        R::NotSeated => "Quem assiste não pode fazer isso. Ocupa primeiro um lugar.",
        R::NotYourTurn => "É a vez do outro lado.",
        R::Occupied => "Já há uma peça nessa casa.",
        R::TurnsNothing => "Essa casa não vira nenhuma peça. Escolhe uma válida.",
        R::StalePly => "O jogo entretanto avançou. Olha outra vez para o tabuleiro.",
        R::NotStarted => "O jogo ainda não começou: há um lugar livre.",
        R::GameOver => "O jogo acabou.",
        R::RoomClosed => "A sala está fechada.",
        R::KeyMissing => "Isso precisa da chave do jogador: 32 dígitos hexadecimais.",
        R::UndoOff => "Nesta sala não se desfaz.",
        R::NothingToUndo => "Não fizeste nenhum lance que se possa desfazer.",
        R::NothingToRedo => "Não há nada para refazer.",
        R::OfferPending => "Já há uma proposta à espera de resposta.",
        R::OfferTooSoon => "Isso foi proposto agora mesmo. Espera um pouco.",
        R::StaleOffer => "Essa proposta já não existe, ou não és tu quem responde.",
        R::BotDeclines => "Um bot não aceita isso.",
        R::NotNow => "O jogo não permite isso neste momento.",
        R::Adjourned => "O jogo está adiado. :resume continua-o quando os dois estiverem presentes.",
        R::SaveExists => "Já tens um jogo gravado com esse nome.",
        R::NoSuchSave => "Não tens nenhum jogo gravado com esse nome.",
        R::TooManySaves => "Tens jogos gravados a mais. Apaga um.",
        R::NoSuchGame => "Esse jogo acabado não existe, ou não o podes ver.",
        R::UnknownBot => "Esse bot não existe.",
        R::NotHost => "Só quem abriu a sala ou um jogador pode fazer isso.",
        R::BotPlays => "Um bot joga por ti. Entra outra vez na sala para recuperar o lugar.",
        R::HintsForbidden => "Nesta sala não há dicas.",
        R::Competing => "Um jogo para a classificação não permite isso.",
        R::NickTaken => "Essa alcunha é de outra pessoa. Escolhe outra.",
        R::Busy => "O motor tem demasiado que fazer. Tenta daqui a pouco.",
        R::BadStart => "O jogo não pode começar aí.",
        R::RateLimited => "Pedidos a mais. Espera um momento.",
        R::Draining => "O servidor vai parar. O teu jogo está seguro; liga-te outra vez daqui a pouco.",
        R::Unavailable => "O servidor não consegue guardar isso agora. Nada mudou; tenta outra vez.",
        R::Unknown => "O servidor recusou.",
    }
}
