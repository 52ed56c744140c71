//! What line mode and the answers to typed words say besides.

use super::language::{Text, texts};

texts! {
    /// Texts of answers and lists.
    ANSWERS:

    // The player's key.
    KeyShown: "The key of {name} ({server}):", "A chave de {name} ({server}):";
    KeyAbout: "It makes you the same player everywhere: finished and saved games and nicks belong to it. Keep it to yourself; put it into the settings of the page, or give it to `reversi key import` elsewhere, to be the same there.",
        "Faz de ti o mesmo jogador em todo o lado: pertencem-lhe os jogos acabados e guardados e as alcunhas. Guarda-a só para ti; põe-na nas definições da página, ou dá-a a `reversi key import` noutra máquina, para seres o mesmo lá.";
    KeyKnown: "{name} has this key already ({server}).", "{name} já tem esta chave ({server}).";
    KeyTaken: "{name} has this key from now on ({server}).",
        "{name} tem esta chave a partir de agora ({server}).";
    KeyMadeNew: "{name} has a new key from now on ({server}). The old one is refused: take the new one to your other devices.",
        "{name} tem uma chave nova a partir de agora ({server}). A antiga é recusada: leva a nova para os teus outros aparelhos.";
    KeyReplaced: "The one before is kept in {file}.", "A anterior fica guardada em {file}.";

    // The connection.
    ConnectedTo: "Connected to {server} as {name}. `help` lists the commands.",
        "Ligado a {server} como {name}. `help` lista os comandos.";
    BackOnline: "Connected again.", "Ligado de novo.";
    MovesConfirmedEarly: "This server confirms moves a moment before they are stored: a crash may take back the last ones.",
        "Este servidor confirma as jogadas um instante antes de as guardar: uma falha pode anular as últimas.";
    NoConnection: "No connection: {reason}. Trying again in {wait} s (try {attempt}).",
        "Sem ligação: {reason}. Nova tentativa daqui a {wait} s (tentativa {attempt}).";
    WaitsForConnection: "`{request}` waits for the connection and will be asked again by itself.",
        "`{request}` espera pela ligação e será pedido de novo automaticamente.";
    ServerCloses: "The server closes the connection: {message}",
        "O servidor fecha a ligação: {message}";

    // Entering and leaving.
    OpenedRoom: "You opened room {room}.", "Abriste a sala {room}.";
    OpenedIn: "You opened room {room}, in the {color} seat.",
        "Abriste a sala {room}, no lugar das {color}.";
    OpenedInBoth: "You opened room {room}, in both seats.",
        "Abriste a sala {room}, nos dois lugares.";
    OpenedDrawn: "You opened room {room}. Drawn: you play {color}.",
        "Abriste a sala {room}. Sorteio: jogas com as {color}.";
    PairedIn: "There is an opponent, in room {room}. Drawn: you play {color}.",
        "Há um adversário, na sala {room}. Sorteio: jogas com as {color}.";
    Pairing: "You wait for an opponent ({time}). `pair off` stops that.",
        "Esperas por um adversário ({time}). `pair off` termina a espera.";
    PairingAnyTime: "You wait for an opponent, without a clock. `pair off` stops that.",
        "Esperas por um adversário, sem relógio. `pair off` termina a espera.";
    PairingBot: "Nobody has come yet. The bot {bot} would play at once: `pair bot`. You still wait.",
        "Ainda não veio ninguém. O bot {bot} jogaria já: `pair bot`. Continuas à espera.";
    NotPairing: "You do not wait for an opponent.", "Não esperas por um adversário.";
    CallMade: "You invite {name} into room {room}; the answer is told here.",
        "Convidas {name} para a sala {room}; a resposta aparece aqui.";
    CallCameLine: "{by} invites you to a game: you would play {game}. `yes` takes it, `no` declines.",
        "{by} convida-te para um jogo: jogarias com as {game}. `yes` aceita, `no` recusa.";
    CallCame: "{by} invites you: you would play {game}.",
        "{by} convida-te: jogarias com as {game}.";
    CallPickLine: "{by} invites you to a game: {game}. You pick the side: `join {room} black` or `join {room} white` takes it, `no` declines.",
        "{by} convida-te para um jogo: {game}. Escolhes o lado: `join {room} black` ou `join {room} white` aceita, `no` recusa.";
    CallPickScreen: "{by} invites you; pick a side by `:join {room} black` or `white` ({game}).",
        "{by} convida-te; escolhe um lado por `:join {room} black` ou `white` ({game}).";
    CallPick: "{by} invites you: {game}. You pick the side.", "{by} convida-te: {game}. Escolhes o lado.";
    CallDeclined: "{name} declines your invitation. Your seat stays open for another one.",
        "{name} recusa o teu convite. O teu lugar continua à espera de outra pessoa.";
    CallUnanswered: "{name} has not answered your invitation.", "{name} não respondeu ao teu convite.";
    CallGone: "{name} is not here any more.", "{name} já não está aqui.";
    CallOwnDeclined: "You declined the invitation of {by}.", "Recusaste o convite de {by}.";
    CallOver: "The invitation of {by} stands no longer.", "O convite de {by} já não está de pé.";
    JoinedWatching: "You watch room {room}.", "Assistes à sala {room}.";
    JoinedIn: "You are in room {room}, in the {color} seat.",
        "Estás na sala {room}, no lugar das {color}.";
    JoinedInBoth: "You are in room {room}, in both seats.",
        "Estás na sala {room}, nos dois lugares.";
    BackIn: "Back in room {room}.", "De volta à sala {room}.";
    BackInSeat: "Back in room {room}, in the {color} seat.",
        "De volta à sala {room}, no lugar das {color}.";
    BackInBoth: "Back in room {room}, in both seats.",
        "De volta à sala {room}, nos dois lugares.";
    Left: "You left room {room}.", "Saíste da sala {room}.";
    LeftSeatKept: "You left room {room}. Your seat stays yours: `join {room}` takes it back.",
        "Saíste da sala {room}. O lugar continua teu: `join {room}` recupera-o.";
    KeptSeats: "You may have a seat from earlier in: {rooms}. `join ROOM` takes it back.",
        "Talvez ainda tenhas um lugar em: {rooms}. `join SALA` recupera-o.";

    // A room in one line.
    RoomLine: "Room {room} \"{name}\": {seats}. {state}", "Sala {room} \"{name}\": {seats}. {state}";
    InvitationLink: "Send this to whoever you invite: {link}", "Envia isto a quem convidas: {link}";
    RoomOpen: "The game begins when both seats are taken; `join {room}` takes one.",
        "O jogo começa quando os dois lugares estiverem ocupados; `join {room}` ocupa um.";
    RoomPlaying: "Playing, {ply} {ply|move|moves} made. {turn}", "Em jogo, {ply} {ply|lance|lances} até agora. {turn}";
    RoomPlyDiscs: "Room {room}, {ply} {ply|move|moves} made: {discs}. {turn}",
        "Sala {room}, depois de {ply} {ply|lance|lances}: {discs}. {turn}";
    ListedRoom: "{room} \"{name}\": {seats}; {state}; {count} watching",
        "{room} \"{name}\": {seats}; {state}; {count} a assistir";
    ListedPlaying: "playing, {ply} {ply|move|moves}, {discs}", "em jogo, {ply} {ply|lance|lances}, {discs}";
    ListedAdjourned: "adjourned, {ply} {ply|move|moves}, {discs}", "adiado, {ply} {ply|lance|lances}, {discs}";
    ListedFinished: "finished, {discs}", "acabado, {discs}";
    ListedNone: "No rooms. `new` opens one.", "Não há salas. `new` abre uma.";
    ListedMore: "{count} more; `rooms TEXT` lists those that contain the text.",
        "Há mais {count}; `rooms TEXTO` lista as que contêm o texto.";

    // Lists.
    RankingNone: "Nobody is in the ranking yet.", "Ainda ninguém está na classificação.";
    SavesNone: "No saved games. `save NAME` saves one.",
        "Não há jogos guardados. `save NOME` guarda um.";
    SaveLine: "{name}: {what}; saved {at}", "{name}: {what}; guardado {at}";
    SaveRemoved: "Removed {name}; {count} saved {count|game|games} left.",
        "{name} apagado; {count|fica|ficam} {count} {count|jogo guardado|jogos guardados}.";
    Saved: "Saved as {name}.", "Guardado como {name}.";
    FinishedNone: "No finished games.", "Não há jogos acabados.";
    FinishedMore: "`games before={game}` lists those before.",
        "`games before={game}` lista os anteriores.";
    FinishedLine: "{game}: {seats}; {outcome}, {discs}; {day}, room {room}",
        "{game}: {seats}; {outcome}, {discs}; {day}, sala {room}";

    // A game.
    RowHas: "Row {row}: {squares}.", "Linha {row}: {squares}.";
    SquareHas: "{square}: {what}.", "{square}: {what}.";
    SquaresHave: "{first} {what}", "{first} {what}";
    SquaresToHave: "{first} to {last} {what}", "{first} a {last} {what}";
    ContentBlack: "black", "preta";
    ContentWhite: "white", "branca";
    ContentEmpty: "empty", "vazia";
    ContentLegal: "legal", "válida";
    MayPlace: "{side} may place (discs turned): {squares}.",
        "{side} podem jogar em (peças que viram): {squares}.";
    NoMoves: "No moves yet.", "Ainda não há lances.";
    Moves: "Moves: {moves} ({count}).", "Lances: {moves} ({count}).";
    LastNone: "No disc has been placed yet.", "Ainda ninguém jogou.";
    LastWas: "Last: {color} {square}, turned {flips}.", "Último: {color} {square}, viraram {flips}.";
    StepPass: "Move {ply}: {side} passes.", "Lance {ply}: {side} passam.";
    StepPlace: "Move {ply}: {color} {square}, turns {count}: {flips}; {discs}.",
        "Lance {ply}: {color} {square}, viram {count}: {flips}; {discs}.";
    PlyOf: "After {ply} of {plies} {plies|move|moves}: {discs}.", "Depois de {ply} de {plies} {plies|lance|lances}: {discs}.";
    Hint: "Hint: {square}. Discs ahead at the end, as the engine sees it {depth} {depth|ply|plies} ahead: {values}.",
        "Dica: {square}. Peças à frente no fim, segundo o motor, a {depth} {depth|lance|lances}: {values}.";
    HintOfBestPlay: "Hint: {square}. Discs ahead at the end with best play: {values}.",
        "Dica: {square}. Peças à frente no fim com o melhor jogo: {values}.";
    HintOfBot: "Hint: {square} ({bot}).", "Dica: {square} ({bot}).";
    Exact: "{value} (exact)", "{value} (exato)";
    SymbolsAre: "Black is drawn as {black}, white as {white}.",
        "As pretas são desenhadas com {black}, as brancas com {white}.";
    GivesUp: "This gives the game up.", "Isto desiste do jogo.";
    TypeToDo: "{what} Type `{command}` to do it.", "{what} Escreve `{command}` para o fazer.";

    // A game looked back at.
    OpeningWas: "Opening: {opening}.", "Abertura: {opening}.";
    ReviewLine: "{number}. {color} {square} {value}: {label}.",
        "{number}. {color} {square} {value}: {label}.";
    ReviewLineBetter: "{number}. {color} {square} {value}: {label}; {best} was worth {best_value}.",
        "{number}. {color} {square} {value}: {label}; {best} valia {best_value}.";
    Reviewed: "Discs lost: black {black}, white {white}.",
        "Peças perdidas: pretas {black}, brancas {white}.";
    MoveBest: "best", "o melhor";
    MoveFine: "fine", "bom";
    MoveInaccuracy: "inaccuracy", "impreciso";
    MoveMistake: "mistake", "erro";
    MoveBlunder: "blunder", "erro grave";
    MoveReviewed: "reviewed", "analisado";

    // Files.
    Imported: "Read {file} ({format}): {facts}.", "Lido {file} ({format}): {facts}.";
    ImportedOver: "The game is over; `replay file` tells its moves.",
        "O jogo acabou; `replay file` conta os lances.";
    WinsBy: "{side} wins by {margin}", "{side} ganham por {margin}";
    Wins: "{side} wins", "{side} ganham";
    CountPlies: "{count} {count|move|moves}", "{count} {count|lance|lances}";
    Wrote: "Wrote {file} ({format}).", "Escrito {file} ({format}).";
    LeftOut: "The format does not hold: {details}.", "O formato não guarda: {details}.";
    Warning: "warning: {message}", "aviso: {message}";
    BotLeftOut: "the file does not say which bot plays {color}: `bot {word} NAME` lets one play",
        "o ficheiro não diz que bot joga com as {color}: `bot {word} NOME` põe um a jogar";

    // Matches between engines.
    MatchGame: "Game {game} of {games}, room {room}: {black} (black) against {white} (white).",
        "Jogo {game} de {games}, sala {room}: {black} (pretas) contra {white} (brancas).";
    MatchFailure: "{name} fails: {why}.", "{name} falha: {why}.";
    MatchPlayed: "{played} of {games} {games|game|games} played:",
        "{played} de {games} {games|jogo jogado|jogos jogados}:";
    MatchWon: "won", "ganhos";
    MatchDrawn: "drawn", "empates";
    MatchLost: "lost", "perdidos";
    MatchPoints: "score", "pontuação";
    MatchDiscs: "discs a game", "discos por jogo";
    MatchElo: "Elo (95 %)", "Elo (95 %)";
    MatchForfeits: "{name} lost before the end: {ways}.", "{name} perdeu antes do fim: {ways}.";
    ForfeitTime: "{count} on time", "{count} por tempo";
    ForfeitSilence: "{count} by giving no answer", "{count} por não responder";
    ForfeitResignation: "{count} by resigning", "{count} por desistência";
    ForfeitIllegalMove: "{count} by an illegal move", "{count} por um lance inválido";
    ForfeitRefusal: "{count} by answering with an error", "{count} por responder com um erro";
    ForfeitEnd: "{count} by ending in the middle", "{count} por terminar a meio";
    MatchWithoutResult: "Without a result: {count}.", "Sem resultado: {count}.";
}
