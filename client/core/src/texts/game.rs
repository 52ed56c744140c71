//! What happens in a room: who sits there, what is offered, how a game ends.

use super::language::{Text, texts};

texts! {
    /// Texts about rooms and games.
    GAME:

    // Colours: alone, beside a verb, and at the beginning of a sentence (by `capital`).
    Black: "black", "pretas";
    White: "white", "brancas";
    TheBlack: "Black", "as pretas";
    TheWhite: "White", "as brancas";
    DiscCounts: "black {black}, white {white}", "pretas {black}, brancas {white}";
    Ply: "{ply} {ply|move|moves}", "{ply} {ply|lance|lances}";

    // What people say.
    ChatLine: "[{ply}] {name}: {said}", "[{ply}] {name}: {said}";
    ChatLineWatching: "[{ply}] {name} (watching): {said}", "[{ply}] {name} (a assistir): {said}";
    ChatNone: "Nothing was said here.", "Ninguém disse nada aqui.";
    MutedNone: "Everyone is heard.", "Ouves toda a gente.";
    MutedAre: "Not heard: {names}.", "Não ouves: {names}.";
    BlockedNone: "Nobody is blocked.", "Não bloqueias ninguém.";
    BlockedAre: "Blocked: {names}. They cannot talk to you, invite you, be paired with you or sit down in your room.",
        "Bloqueias: {names}. Não te podem falar nem convidar, não te calham como adversários e não se sentam na tua sala.";
    Complained: "The operator of this server is told.", "Quem gere este servidor fica a saber.";
    PhraseHello: "Hello!", "Olá!";
    PhraseGoodLuck: "Good luck!", "Boa sorte!";
    PhraseWellPlayed: "Well played!", "Bem jogado!";
    PhraseGoodGame: "Good game!", "Bom jogo!";
    PhraseThanks: "Thank you!", "Obrigado!";
    PhraseSorry: "Sorry!", "Desculpa!";
    PhraseOneMoment: "One moment, please.", "Um momento, por favor.";
    PhraseBack: "I am back.", "Já voltei.";
    PhraseAgain: "Another game?", "Outro jogo?";
    PhraseBye: "Goodbye!", "Até à próxima!";
    PhraseUnknown: "…", "…";

    // Who sits where.
    SeatTaken: "{color} {name}", "{name} ({color})";
    SeatAway: "{color} {name} (away)", "{name} ({color}, ausente)";
    SeatOpen: "{color} open", "lugar das {color} livre";
    SeatKeptOpen: "{color} reserved", "lugar das {color} reservado";
    SeatsAre: "{seats}.", "Jogam {seats}.";
    NameOfBot: "{name} (bot)", "{name} (bot)";
    NameOfStandIn: "{name} (bot, for {player})", "{name} (bot, por {player})";
    Someone: "someone", "alguém";
    CountWatching: "{count} watching", "{count} a assistir";
    WatchingNamed: "Where you watch, those in the room see your name.", "Onde assistes, quem está na sala vê o teu nome.";
    WatchingUnnamed: "Where you watch, nobody sees your name.", "Onde assistes, ninguém vê o teu nome.";
    StrengthIs: "You play like level {level} of the bots: opponents are looked for by that.", "Jogas como o nível {level} dos bots: os adversários procuram-se por aí.";
    StrengthUnsaid: "You say nothing of how strong you play.", "Não dizes quão forte jogas.";
    SeatIsFor: "The open seat: {who}.", "O lugar livre: {who}.";
    OpponentsNoGuests: "no guests", "sem anónimos";
    OpponentsBetween: "for level {least} to {most}", "para nível {least} a {most}";
    OpponentsLevel: "for level {least}", "para nível {least}";
    Following: "You follow {name} from game to game.", "Segues {name} de jogo em jogo.";
    FollowingNobody: "You follow nobody.", "Não segues ninguém.";
    FollowedSits: "{name} sits in room {room} now. You go there when this game is over.", "{name} está agora na sala {room}. Passas para lá quando este jogo acabar.";
    NamesAndMore: "{names} and {count} more", "{names} e mais {count}";
    YouWatch: "You watch.", "Estás a assistir.";
    YouHave: "You play {color}.", "Jogas com as {color}.";
    YouHaveBoth: "You play both sides.", "Jogas com as duas cores.";
    YourSeatsNone: "You hold no seat any more.", "Já não tens nenhum lugar.";
    YourSeatsOne: "The {color} seat is yours now.", "O lugar das {color} é agora teu.";
    YourSeatsBoth: "Both seats are yours now.", "Os dois lugares são agora teus.";

    // Coming and going.
    Seated: "{name} takes the {color} seat.", "{name} ocupa o lugar das {color}.";
    BotSeated: "The bot {name} takes the {color} seat.", "O bot {name} ocupa o lugar das {color}.";
    BotStandsIn: "The bot {name} plays {color} for {player}.",
        "O bot {name} joga com as {color} por {player}.";
    Unseated: "The {color} seat is free.", "O lugar das {color} está livre.";
    UnseatedLeft: "The {color} seat is free: its player left.",
        "O lugar das {color} está livre: o jogador saiu.";
    UnseatedAbsent: "The {color} seat is free: its player was away for too long.",
        "O lugar das {color} está livre: o jogador esteve ausente demasiado tempo.";
    UnseatedRemoved: "The {color} seat is free: the bot was taken out.",
        "O lugar das {color} está livre: o bot foi retirado.";
    SeatReserved: "The open seat is kept for whoever was invited, for 30 minutes if everyone leaves.",
        "O lugar livre fica guardado para quem foi convidado, durante 30 minutos se todos saírem.";
    SeatReleased: "The open seat is for everyone again.", "O lugar livre volta a ser para todos.";
    IsHere: "{name} ({color}) is here.", "{name} ({color}) está presente.";
    IsAway: "{name} ({color}) is away.", "{name} ({color}) está ausente.";

    // How a game goes.
    GameBegins: "The game begins.", "O jogo começa.";
    GameBeginsAt: "The game goes on after {ply} {ply|move|moves}.", "O jogo continua depois de {ply} {ply|lance|lances}.";
    StartIs: "Start: {opening}.", "Início: {opening}.";
    OpeningByLot: "eight moves by lot (XOT)", "oito lances à sorte (XOT)";
    OpeningWithCorners: "{count} {count|corner|corners} for {side}", "{count} {count|canto|cantos} para {side}";
    OpeningByBid: "{count} extra {count|disc|discs} for {side}", "mais {count} {count|peça|peças} para {side}";
    PickBy: "Take one by `{command} {room} black` or `white`.",
        "Fica com um por `{command} {room} black` ou `white`.";
    PicksTheSide: "Whoever comes picks the side.", "Quem vier escolhe o lado.";
    Placed: "{side} plays {square} and turns {count} {count|disc|discs}: {flips}.",
        "{side} jogam {square} e viram {count} {count|peça|peças}: {flips}.";
    Passed: "{side} has no legal square and passes.", "{side} não têm casa válida e passam.";
    ToMoveAlone: "{side} to move.", "{side} a jogar.";
    ToMoveLegal: "{side} to move, {count} legal {count|move|moves}.",
        "{side} a jogar, {count} {count|casa válida|casas válidas}.";
    YourMoveNow: "Your move.", "É a tua vez.";
    Stands: "{ply} {ply|move|moves} made: {discs}.", "Depois de {ply} {ply|lance|lances}: {discs}.";
    Undone: "{side} takes back {count} {count|move|moves}.",
        "{side} desfazem {count} {count|lance|lances}.";
    Redone: "Made again: {squares}.", "Lances refeitos: {squares}.";
    SeatsSwapped: "The seats are swapped.", "Os lugares foram trocados.";
    HintsAllowed: "Hints are allowed from now on.", "As dicas são permitidas a partir de agora.";
    Adjourned: "The game is adjourned after {ply} {ply|move|moves}. `resume` goes on with it when both are there.",
        "O jogo está adiado depois de {ply} {ply|lance|lances}. `resume` continua-o quando os dois estiverem presentes.";
    Resumed: "The game goes on.", "O jogo continua.";
    ClockNone: "There is no clock here.", "Aqui não há relógio.";
    ClocksAre: "Black {black}, white {white}.", "Pretas {black}, brancas {white}.";
    ClockRuns: "{side}'s clock runs.", "{side} têm o relógio a correr.";
    ClockPeriods: "{time} and {count} {count|period|periods}", "{time} e {count} {count|período|períodos}";
    ClockLag: "Delays on the way are given back: {each} s a move at most, and in this game {black} s more to black, {white} s to white.",
        "O que se perde no caminho é devolvido: no máximo {each} s por lance e, neste jogo, ainda {black} s às pretas e {white} s às brancas.";
    TimeIs: "Time: {time}.", "Tempo: {time}.";
    TimePerMove: "{time} a move", "{time} por lance";
    TimeDays: "{days} {days|day|days} a move", "{days} {days|dia|dias} por lance";
    TimeLeftYou: "You have {seconds} seconds left.", "Já só tens {seconds} segundos.";
    TimeLeftOf: "{side} has {seconds} seconds left.", "{side} já só têm {seconds} segundos.";
    BeginYou: "You have {seconds} seconds to begin, or the game is called off.",
        "Tens {seconds} segundos para começar, ou o jogo é anulado.";
    BeginOf: "{side} has {seconds} seconds to begin, or the game is called off.",
        "{side} têm {seconds} segundos para começar, ou o jogo é anulado.";
    ClockHeld: "The server was not running. The clock stood for {seconds} s, which nobody loses.",
        "O servidor não esteve a funcionar. O relógio esteve parado {seconds} s, que ninguém perde.";
    Ranked: "{nick} scores {score}. `ranking` shows the best.",
        "{nick} faz {score}. `ranking` mostra os melhores.";
    RoomClosed: "The room is closed.", "A sala está fechada.";
    ClosedIdle: "The room is closed: nothing happened in it for too long.",
        "A sala está fechada: nada aconteceu nela durante demasiado tempo.";
    ClosedDamaged: "The room is closed: its record could not be read back.",
        "A sala está fechada: não foi possível ler o seu registo.";

    // How it ends.
    GameOver: "Game over.", "Fim do jogo.";
    GameOverNoMoves: "Game over, no moves left.", "Fim do jogo, não há mais lances.";
    ResultWon: "{side} wins.", "{side} ganham.";
    ResultResigned: "{side} wins: {loser} resigned.", "{side} ganham: {loser} desistiram.";
    ResultAbandoned: "{side} wins: {loser} was away for too long.",
        "{side} ganham: {loser} estiveram ausentes demasiado tempo.";
    YouWon: "You won.", "Ganhaste.";
    YouLost: "You lost.", "Perdeste.";
    YouWonResigned: "You won: {loser} resigned.", "Ganhaste: {loser} desistiram.";
    YouLostResigned: "You resigned. {side} wins.", "Desististe. {side} ganham.";
    YouWonAbandoned: "You won: {loser} was away for too long.",
        "Ganhaste: {loser} estiveram ausentes demasiado tempo.";
    YouLostAbandoned: "You were away for too long. {side} wins.",
        "Estiveste ausente demasiado tempo. {side} ganham.";
    ResultOnTime: "{side} wins: {loser}'s time ran out.",
        "{side} ganham: {loser} ficaram sem tempo.";
    YouWonOnTime: "You won: {loser}'s time ran out.", "Ganhaste: {loser} ficaram sem tempo.";
    YouLostOnTime: "Your time ran out. {side} wins.", "Ficaste sem tempo. {side} ganham.";
    ResultCalledOff: "Called off: a side did not begin in time. Nobody has lost.",
        "Anulado: um dos lados não começou a tempo. Ninguém perdeu.";
    MatchScore: "Match so far: {score}.", "Resultado até agora: {score}.";
    ResultDraw: "A draw.", "Empate.";
    ResultAgreed: "A draw by agreement.", "Empate por acordo.";
    ResultDiscs: "{discs}.", "{discs}.";
    ResultScore: "{discs}; with the empties: {score}.", "{discs}; com as casas vazias: {score}.";
    ResultCounts: "{discs}; counts as {score}.", "{discs}; conta como {score}.";
    OutcomeWon: "{color} won", "{color} ganham";
    OutcomeDraw: "draw", "empate";
    OutcomeResigned: "{color} resigned", "{color} desistem";
    OutcomeAbandoned: "{color} away", "{color} ausentes";
    OutcomeOnTime: "{color} out of time", "{color} sem tempo";
    OutcomeCalledOff: "called off", "anulado";
    OutcomeAgreed: "draw agreed", "empate acordado";

    // What players offer each other.
    AsksUndo: "{name} asks to take back {count} {count|move|moves} ({moves}).",
        "{name} pede para desfazer {count} {count|lance|lances} ({moves}).";
    AsksDraw: "{name} offers a draw.", "{name} propõe empate.";
    AsksRematch: "{name} offers a rematch.", "{name} propõe a desforra.";
    AsksAdjourn: "{name} asks to stop here and go on another time.",
        "{name} pede para parar aqui e continuar noutra altura.";
    AsksSwap: "{name} asks to swap seats.", "{name} pede para trocar de lugares.";
    AsksHints: "{name} asks to allow hints from now on.",
        "{name} pede que as dicas sejam permitidas a partir de agora.";
    AsksLoad: "{name} asks to go on from a saved game.",
        "{name} pede para continuar um jogo guardado.";
    AsksLoadGame: "{name} asks to go on from the saved game \"{game}\": move {ply}, black {black}, white {white}.",
        "{name} pede para continuar o jogo guardado \"{game}\": lance {ply}, pretas {black}, brancas {white}.";
    AsksUnknown: "{name} offers something that this client does not know.",
        "{name} propõe algo que este cliente não conhece.";
    YouAskUndo: "You ask to take back {count} {count|move|moves} ({moves}).",
        "Pedes para desfazer {count} {count|lance|lances} ({moves}).";
    YouAskDraw: "You offer a draw.", "Propões empate.";
    YouAskRematch: "You offer a rematch.", "Propões a desforra.";
    YouAskAdjourn: "You ask to stop here and go on another time.",
        "Pedes para parar aqui e continuar noutra altura.";
    YouAskSwap: "You ask to swap seats.", "Pedes para trocar de lugares.";
    YouAskHints: "You ask to allow hints from now on.",
        "Pedes que as dicas sejam permitidas a partir de agora.";
    YouAskLoad: "You ask to go on from a saved game.", "Pedes para continuar um jogo guardado.";
    YouAskLoadGame: "You ask to go on from the saved game \"{game}\": move {ply}, black {black}, white {white}.",
        "Pedes para continuar o jogo guardado \"{game}\": lance {ply}, pretas {black}, brancas {white}.";
    YouAskUnknown: "You offer something that this client does not know.",
        "Propões algo que este cliente não conhece.";
    YesOrNo: "yes or no?", "`yes` (sim) ou `no` (não)?";
    NounUndo: "the takeback", "desfazer lances";
    NounDraw: "the draw", "o empate";
    NounRematch: "the rematch", "a desforra";
    NounAdjourn: "the adjournment", "o adiamento";
    NounSwap: "the swap of seats", "a troca de lugares";
    NounHints: "the use of hints", "o uso de dicas";
    NounLoad: "the saved game", "o jogo guardado";
    NounUnknown: "the offer", "a proposta desconhecida";
    OfferAccepted: "{name} says yes to {what}.", "{name} aceita {what}.";
    OfferDeclined: "{name} says no to {what}.", "{name} recusa {what}.";
    OfferWithdrawn: "{name} no longer asks for {what}.", "{name} retira a proposta sobre {what}.";
    OfferExpired: "Nobody answered about {what} in time.", "Ninguém respondeu a tempo sobre {what}.";
    OfferOvertaken: "{what} is off: the other side went on.",
        "A proposta sobre {what} caiu: o outro lado continuou.";
    OfferGameEnded: "{what} is off: the game is over.", "A proposta sobre {what} caiu: o jogo acabou.";
    OfferGone: "{what} is off.", "A proposta sobre {what} caiu.";
    OfferOff: "The offer is off.", "A proposta caiu.";
}
