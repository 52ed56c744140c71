//! Why the server declines: its own English, and other languages beside it.

use reversi_protocol::RefusalCode;

use super::language::Text;

/// Declares the sentence of each refusal; English is the protocol's.
macro_rules! refusals {
    ($($code:ident: $($cell:literal),+;)*) => {
        /// Returns why the server declines and what can be done.
        pub(super) const fn refusal(code: RefusalCode) -> Text {
            match code {
                $(RefusalCode::$code => Text::new(
                    RefusalCode::$code.as_str(),
                    const { &[RefusalCode::$code.sentence(), $($cell),+] },
                ),)*
            }
        }
    };
}

refusals! {
    BadRequest: "O pedido tem um campo em falta ou errado.";
    UnknownType: "Este servidor não conhece esse tipo de pedido.";
    NoSuchRoom: "Essa sala não existe.";
    NotInRoom: "Não estás nessa sala. Entra primeiro.";
    TooManyRooms: "Há salas a mais. Sai de uma, ou tenta mais tarde.";
    WrongToken: "Esse segredo não guarda nenhum lugar nesta sala.";
    TokenMissing: "Para ocupar um lugar é preciso um segredo: 32 dígitos hexadecimais.";
    SeatTaken: "Esse lugar está ocupado. Assiste, ou escolhe outra sala.";
    SeatKept: "Esse lugar fica guardado para quem o ocupa. Espera, ou continua a jogar.";
    SeatReserved: "Esse lugar está guardado para quem foi convidado. Assiste, ou pede um convite.";
    OtherStrength: "Esse lugar é para quem joga com outra força. Diz a tua, ou escolhe outra sala.";
    NotHere: "Não está aqui ninguém com esse nome para convidar.";
    RoomFull: "Os dois lugares estão ocupados. Assiste, ou escolhe outra sala.";
    NotWatched: "Nesta sala só pode estar quem joga nela.";
    NotFollowed: "Só se pode seguir quem joga com uma chave, e só quem assiste.";
    NotSeated: "Quem assiste não pode fazer isso. Ocupa primeiro um lugar.";
    NotYourTurn: "É a vez do outro lado.";
    Occupied: "Já há uma peça nessa casa.";
    TurnsNothing: "Essa casa não vira nenhuma peça. Escolhe uma válida.";
    StalePly: "O jogo entretanto avançou. Olha outra vez para o tabuleiro.";
    TimeIsUp: "O teu tempo acabou.";
    NotStarted: "O jogo ainda não começou: há um lugar livre.";
    GameOver: "O jogo acabou.";
    RoomClosed: "A sala está fechada.";
    KeyMissing: "Isso precisa da chave do jogador: 32 dígitos hexadecimais.";
    KeyReplaced: "Essa chave já foi substituída por outra.";
    KeyTaken: "Já há coisas que pertencem a essa chave. Escolhe outra.";
    UndoOff: "Nesta sala não se desfaz.";
    RedoOff: "Onde desfazer se pede, nada se refaz: joga o lance outra vez.";
    NothingToUndo: "Não fizeste nenhum lance que se possa desfazer.";
    NothingToRedo: "Não há nada para refazer.";
    OfferPending: "Outra proposta ainda espera por resposta.";
    OfferTooSoon: "Isso foi recusado ou retirado há pouco.";
    StaleOffer: "Essa proposta já não existe, ou não és tu quem responde.";
    BotDeclines: "Um bot não aceita isso.";
    NotNow: "O jogo não permite isso neste momento.";
    Adjourned: "O jogo está adiado. `resume` continua-o quando os dois estiverem presentes.";
    SaveExists: "Já tens um jogo guardado com esse nome.";
    NoSuchSave: "Não tens nenhum jogo guardado com esse nome.";
    TooManySaves: "Tens jogos guardados a mais. Apaga um.";
    NoSuchGame: "Esse jogo acabado não existe, ou não o podes ver.";
    UnknownBot: "Esse bot não existe. `bots` lista-os.";
    NotHost: "Só quem abriu a sala ou um jogador pode fazer isso.";
    BotPlays: "Um bot joga por ti. Entra outra vez na sala para recuperar o lugar.";
    HintsForbidden: "Nesta sala não há dicas.";
    Competing: "Um jogo para a classificação não permite isso.";
    RankedPosition: "Há um jogo para a classificação nessa posição. Até acabar, o motor nada diz dela.";
    NickTaken: "Essa alcunha é de outra pessoa. Escolhe outra.";
    Busy: "O motor tem demasiado que fazer. Tenta daqui a pouco.";
    ChatOff: "Nesta sala não se fala.";
    PhrasesOnly: "Nesta sala só se dizem frases feitas.";
    NoSuchLine: "Isso não foi dito aqui, ou foi há muito.";
    BadStart: "O jogo não pode começar aí.";
    RateLimited: "Pedidos a mais. Espera um momento.";
    Draining: "O servidor vai parar. O teu jogo está seguro; liga-te outra vez daqui a pouco.";
    StorageFull: "O servidor não guarda mais salas nem jogos. Os que decorrem continuam.";
    Unavailable: "O servidor não consegue fazer isso agora. Nada mudou; tenta outra vez.";
    Unknown: "O servidor recusou.";
}
