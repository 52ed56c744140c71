//! What is wrong, wherever it is found: in a typed word, in a file, on the line to the server.

use super::language::{Text, texts};

texts! {
    /// Texts of errors.
    ERRORS:

    // What the client does not even ask.
    NoRoom: "You are in no room. `new` opens one, `join ROOM` enters one.",
        "Não estás em nenhuma sala. `new` abre uma, `join SALA` entra numa.";
    OtherServer: "That link leads to another server, and this is {here}. `reversi join {link}` goes there; `join {room}` looks here.",
        "Essa ligação leva a outro servidor, e este é {here}. `reversi join {link}` vai até lá; `join {room}` procura aqui.";
    NoBoard: "The board has not arrived yet. Wait a moment.",
        "O tabuleiro ainda não chegou. Espera um momento.";
    MoveUnanswered: "{square} is still unanswered. Wait for its answer before you move again.",
        "{square} ainda não teve resposta. Espera por ela antes de jogar outra vez.";
    NoOffer: "No offer waits for your answer.", "Nenhuma proposta espera pela tua resposta.";
    NoOwnOffer: "You have made no offer that waits for an answer.",
        "Não fizeste nenhuma proposta que espere resposta.";
    LegalSecret: "This room does not tell the legal squares.",
        "Esta sala não diz quais são as casas válidas.";
    NoFile: "No game was imported from a file yet. `import FILE` does.",
        "Ainda não se importou nenhum jogo de um ficheiro. `import FICHEIRO` importa.";
    NoSuchPly: "There is no move {ply}: the game has {last}.",
        "Não há lance {ply}: o jogo tem {last}.";
    BadRecord: "The record of the game breaks the rules: {why}",
        "O registo do jogo não cumpre as regras: {why}";

    // Refusals, as line mode says them.
    Refused: "refused: {message}", "recusado: {message}";
    RefusedMove: "invalid move: {square}: {message}", "jogada inválida: {square}: {message}";
    TryAgainIn: "Try again in {seconds} s.", "Tenta de novo daqui a {seconds} s.";
    ReplaceSave: "`{request} replace` replaces it.", "`{request} replace` substitui-o.";

    // Typed words.
    UnknownCommand: "unknown command {word}; `help` lists the commands",
        "comando desconhecido {word}; `help` lista os comandos";
    Usage: "usage: {usage}", "uso: {usage}";
    NotASquare: "not a square: {text} (a letter a-h and a digit 1-8, such as f5)",
        "não é uma casa: {text} (uma letra a-h e um algarismo 1-8, como f5)";
    MoreThanASquare: "one square at a time, such as f5", "uma casa de cada vez, como f5";
    LineColumn: "not a square: line {line}, column {column} (each is 1-8; 5,6 is f5)",
        "não é uma casa: linha {line}, coluna {column} (cada uma de 1 a 8; 5,6 é f5)";
    BadValue: "{key}={value}: expected {expected}", "{key}={value}: esperava-se {expected}";
    ValueColor: "black or white (or X or O)", "black ou white (ou X ou O)";
    ValueNumber: "a whole number", "um número inteiro";
    ValueSeat: "me, open, saved or bot:NAME; `bots` lists them",
        "me, open, saved ou bot:NOME; `bots` lista-os";
    NoOtherBoard: "No other board waits for you.", "Nenhum outro tabuleiro espera por ti.";
    ValueStrength: "a level of the ladder of bots, from 1 to 10, or off",
        "um nível da escada de bots, de 1 a 10, ou off";
    ValueOpponents: "anyone, no-guests, levels such as 3-6, or no-guests,3-6",
        "anyone, no-guests, níveis como 3-6, ou no-guests,3-6";
    ValueLevel: "1, 2 or 3, or a bot's name, such as level-4; `bots` lists them",
        "1, 2 ou 3, ou o nome de um bot, como level-4; `bots` lista-os";
    ValueHints: "on or off", "on ou off";
    ValueUndo: "ask, free or off", "ask, free ou off";
    ValueTime: "none, 5m, 5m+3s, 5m/3s (delay), 10m+3x30s (periods), 30s/move or 3d (a move)",
        "none, 5m, 5m+3s, 5m/3s (atraso), 10m+3x30s (períodos), 30s/move ou 3d (por lance)";
    ValueChat: "everything, phrases or off", "everything, phrases ou off";
    ValueFlag: "loss, wipeout or discs", "loss, wipeout ou discs";
    ValueWatch: "everyone, link or players", "everyone, link ou players";
    ValueDelay: "off, a number of moves (up to 60) or of seconds (up to 3600s)",
        "off, um número de lances (até 60) ou de segundos (até 3600s)";
    ValueOpening: "standard, xot, handicap:1 to handicap:4 (Black's corners), handicap:1:white, or bid:5 (White's discs)",
        "standard, xot, de handicap:1 a handicap:4 (cantos das pretas), handicap:1:white, ou bid:5 (peças das brancas)";
    ValueLegal: "on, players or off", "on, players ou off";
    UnknownSetting: "unknown setting {word}; usage: {usage}",
        "opção desconhecida {word}; uso: {usage}";
    FormatNeedsMoves: "format= and number= go with moves=", "format= e number= vão com moves=";
    FirstIsStandard: "first= goes with the standard start alone",
        "first= só vai com o início normal";
    OpeningIsAStart: "opening= takes the place of first=, start=, moves= and board=",
        "opening= substitui first=, start=, moves= e board=";
    InviteNeedsSeat: "invite needs one open seat beside one that is taken",
        "invite precisa de um lugar livre ao lado de um ocupado";
    FileHasStart: "the file of moves= has its own start: leave out start= and board=",
        "o ficheiro de moves= tem o seu próprio início: tira start= e board=";
    BoardNeedsMover: "board= and to-move= go together", "board= e to-move= vão juntos";
    SaveHasStart: "a saved game has its own start: leave out board=",
        "um jogo guardado tem o seu próprio início: tira board=";
    QuoteMissing: "a quotation mark is missing", "falta uma aspa";
    LineTooLong: "the line is too long; at most {max} bytes are read",
        "a linha é demasiado longa; leem-se no máximo {max} bytes";
    BadRoomId: "a room is named by 4 to 20 letters and digits, such as K7QP",
        "o código de uma sala tem 4 a 20 letras e algarismos, como K7QP";
    BadBotName: "a bot is named by 1 to 32 of a-z, 0-9 and -, such as level-3; `bots` lists them",
        "o nome de um bot tem 1 a 32 de a-z, 0-9 e -, como level-3; `bots` lista-os";
    NameOfWords: "a name of several words stands in quotation marks, such as \"my game\"",
        "um nome de várias palavras escreve-se entre aspas, como \"o meu jogo\"";
    NameEmpty: "a name needs at least one visible character",
        "um nome precisa de pelo menos um carácter visível";
    NameTooLong: "at most {max} characters are taken here, and these are {found}",
        "aqui cabem no máximo {max} caracteres, e estes são {found}";
    NameMisleading: "nobody may be called that: it would pass for a bot, for a colour or for \"you\"",
        "ninguém se pode chamar assim: passaria por um bot, por uma cor ou por «tu»";
    NameMark: "a name may not begin with the mark U+{code}",
        "um nome não pode começar pela marca U+{code}";
    NamePath: "a name may not hold {character}: it is no path",
        "um nome não pode ter {character}: não é um caminho";
    NameCharacter: "a name may not hold the character U+{code}",
        "um nome não pode ter o carácter U+{code}";
    UnknownFormat: "no format is called {name}: there are {formats}",
        "nenhum formato se chama {name}: há {formats}";
    SymbolsTwo: "two symbols are needed, such as C #,@ or C # @",
        "são precisos dois símbolos, como C #,@ ou C # @";
    SymbolsEqual: "black and white need different symbols",
        "pretas e brancas precisam de símbolos diferentes";
    SymbolHidden: "U+{code} cannot be printed", "U+{code} não se pode imprimir";
    SymbolWide: "{symbol} is wider than one column", "{symbol} é mais largo do que uma coluna";
    SymbolMark: "{symbol} is one of the board's own marks", "{symbol} é uma marca do tabuleiro";
    BoardLength: "a board has 64 characters, this one has {found}",
        "um tabuleiro tem 64 caracteres, este tem {found}";
    BoardCharacter: "{found} at {square} is none of X (black), O (white), - (empty)",
        "{found} em {square} não é X (pretas), O (brancas) nem - (vazia)";

    // Files.
    CannotRead: "cannot read {file}: {why}", "não é possível ler {file}: {why}";
    CannotWrite: "cannot write {file}: {why}", "não é possível escrever {file}: {why}";
    InFile: "{file}: {why}", "{file}: {why}";
    NameTheFormat: "name it: `import FILE FORMAT`, or --format FORMAT on the command line ({formats})",
        "indica-o: `import FICHEIRO FORMATO`, ou --format FORMATO na linha de comandos ({formats})";
    TakenForFormat: "by its content it was taken for {format}: if it is not, name its format: \
                     `import FILE FORMAT`, or --format FORMAT on the command line",
        "pelo conteúdo foi tomado por {format}: se não é, indica o formato: \
         `import FICHEIRO FORMATO`, ou --format FORMATO na linha de comandos";
    EndingUnknown: "the ending of {file} names no format; add one of {formats}",
        "a terminação de {file} não indica um formato; acrescenta um de {formats}";
    FileExists: "{file} is there already; add `replace` to replace it",
        "{file} já existe; acrescenta `replace` para o substituir";
    FileTooLarge: "the file has {bytes} bytes, {max} are allowed",
        "o ficheiro tem {bytes} bytes, o máximo é {max}";
    FormatUnclear: "the format of the file cannot be told from its name or its content",
        "nem o nome nem o conteúdo do ficheiro dizem qual é o formato";
    SeveralGames: "the file holds {count} games: choose one, from 1 to {count}",
        "o ficheiro tem {count} jogos: escolhe um, de 1 a {count}";
    NoSuchGameInFile: "there is no game {number}: the file holds {count}",
        "não há jogo {number}: o ficheiro tem {count}";
    AtByte: "byte {offset}", "byte {offset}";
    AtLine: "line {line}, column {column}", "linha {line}, coluna {column}";
    Expected: "{place}: expected {expected}, found {found}",
        "{place}: esperava-se {expected}, encontrou-se {found}";
    TheEnd: "the end", "o fim";
    WrongColor: "{place}: a move of {color}, but it is not {color}'s turn",
        "{place}: um lance das {color}, mas não é a vez das {color}";
    IllegalMove: "move {number} ({action}): {why}",
        "lance {number} ({action}): {why}";
    SquareOccupied: "{square} is occupied", "{square} está ocupada";
    SquareTurnsNothing: "{square} turns no disc for {color}",
        "{square} não vira nenhuma peça das {color}";
    GameIsOver: "the game is over", "o jogo acabou";
    MustPass: "{color} has no legal square and must pass",
        "as {color} não têm casa válida e têm de passar";
    MayNotPass: "{color} has a legal square and may not pass",
        "as {color} têm casa válida e não podem passar";
    AntiGame: "an anti game, in which the fewest discs win, cannot be read",
        "não é possível ler um jogo ao contrário, em que ganha quem tem menos peças";
    OtherSize: "a {size}x{size} board cannot be read, only 8x8",
        "não é possível ler um tabuleiro {size}x{size}, só 8x8";
    OtherGame: "the game is {name}, not Othello", "o jogo é {name}, não Othello";
    SetupInGame: "discs set up in the middle of a game cannot be read",
        "não é possível ler peças postas a meio de um jogo";
    StartNotation: "the start position cannot be read, only 64 of X O - and the side to move, X or O",
        "não é possível ler a posição inicial, só 64 de X O - e quem joga, X ou O";
    NewerVersion: "version {version} of the format is newer than {known}, the last one known",
        "a versão {version} do formato é mais nova do que {known}, a última conhecida";
    OnlyStandardStart: "the format can hold only games from the standard start",
        "o formato só guarda jogos com o início normal";
    NeedsScore: "the format needs the final score, and the game has none",
        "o formato precisa do resultado final, e o jogo não o tem";
    NoRegularFile: "it is no regular file", "não é um ficheiro normal";
    NotThere: "no such file or folder", "não existe tal ficheiro ou pasta";
    NotPermitted: "permission denied", "sem permissão";

    // What is worth knowing of a file.
    EmptyFile: "the file is empty: the game is at its start",
        "o ficheiro está vazio: o jogo está no início";
    StepBreaksRules: "state {state} does not follow by the rules from the one played before; undo \
                      reaches back to state {oldest}",
        "o estado {state} não segue pelas regras do anterior; desfazer chega até ao estado {oldest}";
    StepsBreakRules: "states {states} do not follow by the rules from the ones played before; undo \
                      reaches back to state {oldest}",
        "os estados {states} não seguem pelas regras dos anteriores; desfazer chega até ao estado {oldest}";
    Komi: "the result was decided with a komi of {komi} discs for White",
        "o resultado foi decidido com um komi de {komi} peças para as brancas";
    LevelUnknown: "level {level} of the bot is outside 1 to 3",
        "o nível {level} do bot não está entre 1 e 3";
    MarginDiffers: "the file states a margin of {stated} for Black, the board says {on_board}",
        "o ficheiro dá às pretas uma diferença de {stated}, o tabuleiro diz {on_board}";
    ResultUnclear: "the result {text} is not understood",
        "não se percebe o resultado {text}";
    Variations: "only the main line was read, other variations were left out",
        "só se leu a linha principal; as outras variantes ficaram de fora";
    WinnerDiffers: "by the file: {stated}; by the board: {on_board}",
        "segundo o ficheiro: {stated}; segundo o tabuleiro: {on_board}";
    DetailBot: "the bot's seat", "o lugar do bot";
    DetailDate: "the date", "a data";
    DetailEvent: "the event", "o torneio";
    DetailKomi: "the extra discs", "as peças a mais";
    DetailMoveScores: "the scores of the moves", "o valor dos lances";
    DetailNames: "the players' names", "os nomes dos jogadores";
    DetailRecord: "the moves", "os lances";
    DetailResult: "the result", "o resultado";
    DetailResultReason: "why the game ended", "o motivo do fim do jogo";
    DetailTime: "the time that the players had", "o tempo que os jogadores tinham";

    // A server of one's own.
    OwnServerNotFound: "there is no {program} to play on: it is neither beside this program, in {beside}, nor in a folder of PATH ({path})",
        "não há {program} onde jogar: não está ao lado deste programa, em {beside}, nem numa pasta do PATH ({path})";
    OwnServerNotStarted: "no server can be started on this machine: {what}: {why}",
        "não é possível arrancar um servidor nesta máquina: {what}: {why}";
    OwnServerEnded: "the server on this machine ended at once: {words}",
        "o servidor nesta máquina terminou logo: {words}";
    OwnServerEndedSilently: "the server on this machine ended at once, without a word",
        "o servidor nesta máquina terminou logo, sem dizer nada";

    // What is kept.
    SeatsNotKept: "cannot keep seats in {file}: {why}",
        "não é possível guardar os lugares em {file}: {why}";
    SeatsDamaged: "{file} is not a list of seats ({why}); move it away",
        "{file} não é uma lista de lugares ({why}); muda-o de sítio";
    SettingsUnusable: "cannot use the settings in {file}: {why}",
        "não é possível usar as definições em {file}: {why}";
    SettingsNotToml: "line {line} of {file} is broken, so nothing is kept there: what you set holds until you quit",
        "a linha {line} de {file} está errada, por isso nada se guarda: o que definires vale até saíres";
    InConfig: "config.toml, {what}", "config.toml, {what}";
    InConfigMore: "config.toml, {what} ({count} lines are wrong; `reversi config check` lists them)",
        "config.toml, {what} (há {count} linhas erradas; `reversi config check` lista-as)";
    KeyNotKept: "cannot keep the player's key in {file}: {why}",
        "não é possível guardar a chave do jogador em {file}: {why}";
    KeyDamaged: "{file} holds no player's key ({why}); move it away",
        "{file} não tem a chave de um jogador ({why}); muda-o de sítio";
    KeyOther: "there is a second key for this server, under another of its names, which is not used: {file}. Put it in the place of the other to be that player again, or move it away",
        "há uma segunda chave para este servidor, com outro dos seus nomes, que não é usada: {file}. Põe-na no lugar da outra para voltar a ser esse jogador, ou muda-a de sítio";
    KeyExists: "another key is in {file}; `--replace` puts this one in its place and keeps that one beside it",
        "há outra chave em {file}; `--replace` põe esta no lugar dela e guarda a outra ao lado";
    BadKey: "a key has 32 digits from 0 to 9 and a to f",
        "uma chave tem 32 dígitos de 0 a 9 e de a a f";
    NoRandomness: "the operating system gave no random bytes",
        "o sistema operativo não deu bytes aleatórios";

    // The server.
    CannotConnect: "cannot connect to {server}: {why}", "não é possível ligar a {server}: {why}";
    PlayHereInstead: "without a server, `--here` plays on this machine",
        "sem servidor, `--here` joga nesta máquina";
    NoAnswerWithin: "no answer within {seconds} s", "sem resposta em {seconds} s";
    ConnectionRefused: "connection refused", "ligação recusada";
    NotAServer: "no Reversi server at {server}: {why}",
        "não há um servidor de Reversi em {server}: {why}";
    NotWelcome: "it answers the hello with something else", "responde à saudação com outra coisa";
    ServerClosed: "the server at {server} closed the connection (code {code}): {reason}",
        "o servidor {server} fechou a ligação (código {code}): {reason}";
    KeyIsReplaced: "Your key was replaced by another one. Take that one from where it was made: `reversi key show` there, `reversi key import` here.",
        "A tua chave foi substituída por outra. Traz essa de onde foi feita: `reversi key show` lá, `reversi key import` aqui.";
    ServerRejects: "the server rejects this client: {message}",
        "o servidor não aceita este cliente: {message}";
    ServerClosedForGood: "the server closed the connection for good (code {code}): {reason}",
        "o servidor fechou a ligação de vez (código {code}): {reason}";
    LinkCut: "the connection was cut", "a ligação foi cortada";
    ServerSilent: "the server has gone silent", "o servidor deixou de responder";
    ServerStuck: "the server takes nothing", "o servidor não recebe nada";
    ServerUnable: "the server could not answer", "o servidor não conseguiu responder";
    ServerHungUp: "the server closed the connection (code {code})",
        "o servidor fechou a ligação (código {code})";
    UrlEncrypted: "{scheme}: is not built in; use http:// (a tunnel or a proxy on this side can encrypt it)",
        "{scheme}: não está incluído; usa http:// (um túnel ou um proxy deste lado pode cifrar)";
    UrlScheme: "a server's address starts with http:// or ws://, not {scheme}://",
        "o endereço de um servidor começa por http:// ou ws://, não {scheme}://";
    UrlHost: "no host in {text}; an address looks like http://127.0.0.1:7878",
        "não há máquina em {text}; um endereço tem a forma http://127.0.0.1:7878";
    UrlPort: "{text} is not a port (1 to 65535)", "{text} não é uma porta (1 a 65535)";
    UrlPath: "an address ends after the port, this one goes on with {text}",
        "um endereço acaba na porta, este continua com {text}";

    // The command line.
    ArgumentTakes: "{arg} takes {expected}, not {found}", "{arg} aceita {expected}, não {found}";
    ArgumentCannotBe: "{arg} cannot be {found}", "{arg} não pode ser {found}";
    ArgumentNeedsValue: "{arg} needs a value", "{arg} precisa de um valor";
    ArgumentUnknown: "there is no {arg}", "não há {arg}";
    ArgumentMissing: "{arg} is missing", "falta {arg}";
    ArgumentLike: ", but {like}", ", mas há {like}";
    SeeHelp: "`reversi --help` tells what there is", "`reversi --help` diz o que há";
    NeitherCommandNorFile: "neither a command nor a file", "não é um comando nem um ficheiro";
    FileAndCommand: "a file is played from without a command; `replay FILE` and `line --moves FILE` take one too",
        "um ficheiro joga-se sem comando; `replay FICHEIRO` e `line --moves FICHEIRO` também aceitam um";
    ValueAgainst: "play against human, or bot:NAME, such as bot:level-3",
        "joga-se contra human, ou bot:NOME, como bot:level-3";
    NoStateFolder: "no home folder to keep seats in; name one with --state-dir",
        "não há pasta pessoal onde guardar lugares; indica uma com --state-dir";
    NoConfigFolder: "no home folder to keep a configuration in",
        "não há pasta pessoal onde guardar uma configuração";
    LogOverScreen: "a log would be drawn over; send standard error elsewhere: 2>reversi.log",
        "o ecrã taparia o registo; envia a saída de erros para outro lado: 2>reversi.log";

    // Another program that plays.
    EngineNotStarted: "cannot start the engine {command}: {why}",
        "não é possível arrancar o motor {command}: {why}";
    EngineEnded: "the engine ended by itself (code {code})",
        "o motor terminou sozinho (código {code})";
    EngineCut: "the engine can no longer be talked to: {why}",
        "já não é possível falar com o motor: {why}";
    EngineSilent: "the engine did not answer \"{command}\" within {seconds} s",
        "o motor não respondeu a \"{command}\" em {seconds} s";
    EngineRefused: "the engine answered \"{command}\" with \"{answer}\"",
        "o motor respondeu a \"{command}\" com \"{answer}\"";
    EngineIllegal: "the engine wants to play \"{answer}\", which is not a legal move",
        "o motor quer jogar \"{answer}\", que não é um lance válido";
    EngineOtherStart: "the engine cannot be told of a start other than the standard one",
        "não há como dizer ao motor um início que não o normal";
    ValueOpponent: "a match is played against gtp:COMMAND, nboard:COMMAND or bot:NAME",
        "um encontro joga-se contra gtp:COMANDO, nboard:COMANDO ou bot:NOME";
    NoOpenings: "{file} holds no opening from which a game can go on",
        "{file} não tem nenhuma abertura de que um jogo possa continuar";
    EngineSeatLost: "the engine holds no seat any more", "o motor já não tem lugar";

    // The configuration.
    ConfigLine: "line {line}: {why}", "linha {line}: {why}";
    ConfigSyntax: "{why}; the whole file is skipped", "{why}; todo o ficheiro é ignorado";
    ConfigUnknownKey: "there is no setting {key}", "não há definição {key}";
    ConfigValue: "{key} takes {expected}, not {found}", "{key} aceita {expected}, não {found}";
    ConfigUnknownAction: "there is no action {name} to give keys to",
        "não há ação {name} a que dar teclas";
    ConfigKeyList: "the keys of {name} are a text or a list of texts, such as [\"enter\", \"space\"]",
        "as teclas de {name} são um texto ou uma lista de textos, como [\"enter\", \"space\"]";
    ConfigNoKey: "{text} is no key: write one character, or a name such as enter, shift-tab, f2, ctrl-l",
        "{text} não é uma tecla: escreve um carácter, ou um nome como enter, shift-tab, f2, ctrl-l";
    ConfigKeyTaken: "{key} is the key of {other} already", "{key} já é a tecla de {other}";
    ConfigKeyIsSquare: "{key} types a square on the board and cannot be a key there",
        "{key} escreve uma casa no tabuleiro e não pode ser lá uma tecla";
}
