//! What only the full screen shows: its parts, its status, its forms.

use super::language::{Text, texts};

texts! {
    /// Texts of the full screen.
    SCREEN:

    // Words for everything.
    Discs: "Discs", "Peças";
    Watching: "Watching", "A assistir";
    You: "(you)", "(tu)";
    IsBot: "(bot)", "(bot)";
    Away: "(away {time})", "(ausente {time})";
    ToMove: "to move", "a jogar";
    OpenSeat: "(open)", "(livre)";
    ReservedSeat: "(reserved)", "(reservado)";
    Lead: "{color} leads by {count}", "{color} à frente por {count}";
    LeadNone: "no lead", "igualdade";
    ByLot: "by lot", "à sorte";
    AsUsual: "as usual", "o habitual";
    TitleAttention: "* your move - ", "* a tua vez - ";
    TooSmall: "The screen has {columns}x{rows}; Reversi needs {columns_min}x{rows_min}. Make it larger, or press q or Ctrl-C to quit.",
        "O ecrã tem {columns}x{rows}; o Reversi precisa de {columns_min}x{rows_min}. Aumenta-o, ou sai com q ou Ctrl-C.";
    // The connection.
    Connecting: "connecting", "a ligar";
    ConnectingTo: "Connecting to {server}", "A ligar a {server}";
    Online: "online", "ligado";
    OnlineMs: "online {ms} ms", "ligado {ms} ms";
    SlowMs: "slow {ms} ms", "lento {ms} ms";
    Reconnecting: "reconnecting {seconds} s (try {attempt})",
        "a religar {seconds} s (tentativa {attempt})";
    Offline: "offline", "desligado";
    BannerLost: "Connection lost.", "Sem ligação.";
    BannerRetry: "Again in {seconds} s (try {attempt}).", "De novo em {seconds} s (n.º {attempt}).";
    BannerNow: "Trying again (try {attempt}).", "A tentar de novo (n.º {attempt}).";
    BannerSeat: "Your seat is kept.", "O teu lugar fica guardado.";
    NoServer: "No server answers at {server}.", "Nenhum servidor responde em {server}.";
    ServerEnded: "The server at {server} does not want this client.",
        "O servidor {server} não aceita este cliente.";
    NoOwnServer: "There is no playing on this machine.", "Não é possível jogar nesta máquina.";
    OfferHere: "{key}: play here, on this machine, against a bot or with somebody beside you",
        "{key}: jogar aqui, nesta máquina, contra um bot ou com alguém ao lado";
    OfferOther: "{key}: another server, by its address", "{key}: outro servidor, pelo endereço";
    OfferQuit: "{key}: quit", "{key}: sair";
    KeepsTrying: "This address is tried again every two seconds. {program} runs a server for others.",
        "Este endereço é tentado de dois em dois segundos. {program} é um servidor para outros.";
    StatusUnreachable: "Nothing is needed but a key.", "Basta carregar numa tecla.";
    StartingHere: "Starting a server on this machine.", "A arrancar um servidor nesta máquina.";
    ThisMachine: "this machine", "esta máquina";
    OpenToNetwork: "open to the network", "aberto à rede";
    InterruptAgain: "Press Ctrl-C again to quit. Your seats stay yours.",
        "Carrega outra vez em Ctrl-C para sair. Os teus lugares ficam guardados.";
    // The lobby.
    YouAre: "you are {name}", "és {name}";
    TitleRooms: "Rooms", "Salas";
    ColumnRoom: "room", "sala";
    ColumnState: "state", "estado";
    RowPair: "Find an opponent", "Procurar adversário";
    AboutPair: "Plays whoever waits for the same: 5 minutes and 3 seconds a move, unless you say otherwise with :pair TIME.",
        "Joga com quem esperar pelo mesmo: 5 minutos e 3 segundos por lance, se não disseres outro com :pair TEMPO.";
    PairingNow: "Waiting for an opponent ({time}).", "À espera de um adversário ({time}).";
    PairingNowBot: "Waiting for an opponent ({time}). The bot {bot} would play at once.",
        "À espera de um adversário ({time}). O bot {bot} jogaria já.";
    RowPlayBot: "Play against a bot", "Jogar contra um bot";
    RowNewRoom: "Open a room for two people", "Abrir uma sala para duas pessoas";
    RowRanking: "Play for the ranking", "Jogar para a classificação";
    RowOwn: "your seat", "o teu lugar";
    StateWaiting: "waiting", "à espera";
    StatePlaying: "move {number}", "lance {number}";
    StateAdjourned: "adjourned", "adiado";
    StateDeserted: "all away", "sem ninguém";
    IsAwayShort: "(away)", "(ausente)";
    StateClosed: "closed", "fechada";
    AboutBots: "From a beginner to a master, and some with a character of their own. Undo and hints are free.",
        "De principiante a mestre, e alguns com feitio próprio. Desfazer e dicas à vontade.";
    AboutNewRoom: "You get the room's id to share. Who joins first plays, the others watch.",
        "Recebes o código da sala para partilhar. Joga o primeiro a entrar, os outros assistem.";
    AboutRanking: "One game against a bot that is the same for all, without hints or undo. Your best score counts.",
        "Um jogo contra um bot igual para todos, sem dicas nem desfazer. Conta o teu melhor resultado.";
    AboutSaves: "Your own, with who played and how they stood. Enter goes on from one.",
        "Os teus, com quem jogava e como estavam. Enter continua um deles.";
    AboutGames: "Every finished game is kept, to be gone through move by move.",
        "Todos os jogos acabados ficam guardados, para rever lance a lance.";
    AboutOwn: "You have a seat here.", "Tens aqui um lugar.";
    OpenedNow: "Opened just now", "Aberta agora mesmo";
    OpenedAgo: "Opened {minutes} min ago", "Aberta há {minutes} min";
    EnterPlays: "Enter: play", "Enter: jogar";
    EnterWatches: "Enter: watch", "Enter: assistir";
    EnterReturns: "Enter: go on", "Enter: continuar";
    AskingRooms: "Asking for the rooms.", "A pedir as salas.";
    AskingServer: "Asking the server.", "A perguntar ao servidor.";
    NoRooms: "No rooms yet: open one, or play against a bot.",
        "Ainda não há salas: abre uma, ou joga contra um bot.";
    NoRoomFits: "No room contains {text}; Esc shows all.",
        "Nenhuma sala contém {text}; Esc mostra todas.";
    LobbyHint: "Choose a room to play or watch.", "Escolhe uma sala para jogar ou assistir.";
    InputFilter: "Filter:", "Filtro:";
    InputRoom: "Room:", "Sala:";
    InputInvitee: "Invite (name, and time=5m+3s and the like):", "Convidar (nome, e time=5m+3s e assim):";
    InputAddress: "Server:", "Servidor:";
    InputFirstName: "Your name:", "O teu nome:";
    TitleWelcome: "Welcome", "Olá";
    Welcome: "This is Reversi, also called Othello, for two people or against a bot.",
        "Isto é o Reversi, também chamado Othello, para duas pessoas ou contra um bot.";
    WelcomeName: "By which name shall others see you?", "Com que nome te devem ver os outros?";
    WelcomeSkip: "Esc keeps {name}. You are not asked again; the settings (s) change it.",
        "Esc mantém {name}. Não se volta a perguntar; muda-se nas definições (s).";
    CountsNextTime: "Kept. It counts from the next start.",
        "Guardado. Vale a partir do próximo arranque.";
    // A room.
    RoomTitle: "room {room}", "sala {room}";
    RoomHeading: "Room {room}", "Sala {room}";
    Competing: "ranking: {nick}", "classificação: {nick}";
    UndoFree: "undo: free", "desfazer: livre";
    UndoAsk: "undo: ask", "desfazer: pedir";
    UndoOff: "undo: off", "desfazer: não";
    HintsOn: "hints: on", "dicas: sim";
    HintsOff: "hints: off", "dicas: não";
    TitlePlayers: "Players", "Jogadores";
    TitleMoves: "Moves", "Lances";
    FollowingShort: "following {name}", "a seguir {name}";
    TitleRoom: "Room, {watching}", "Sala, {watching}";
    TitleLog: "News", "Notícias";
    TitleInvite: "Invite", "Convite";
    TitleAnswer: "Answer", "Resposta";
    TitleBots: "Play against a bot", "Jogar contra um bot";
    TitleNewRoom: "New room", "Nova sala";
    TitleSettings: "Settings", "Definições";
    TitleDoctor: "Doctor", "Diagnóstico";
    TitleWho: "Who is here", "Quem está presente";
    TitleGames: "Finished games", "Jogos acabados";
    TitleHelp: "Help: type to search, Enter does it", "Ajuda: escreve para procurar, Enter executa";
    TitlePalette: "Command", "Comando";
    NothingFound: "Nothing fits.", "Nada encontrado.";
    TitleFileGames: "Games in the file", "Jogos do ficheiro";
    Unreadable: "unreadable", "ilegível";
    TitleSaves: "Saved games", "Jogos guardados";
    NoSaves: "No saved games. In a game, :save NAME keeps it.",
        "Nenhum jogo guardado. Num jogo, :save NOME guarda-o.";
    TitleRanking: "Ranking", "Classificação";
    NoRanking: "Nobody yet: be the first.", "Ninguém ainda: sê o primeiro.";
    InputNick: "Your nick in the ranking:", "A tua alcunha na classificação:";
    NoGames: "No finished games yet.", "Ainda não há jogos acabados.";
    WaitingForPlayers: "The game begins when both seats are taken.",
        "O jogo começa quando os dois lugares estiverem ocupados.";
    WaitingBot: "{key} seats a bot.", "{key} senta um bot.";
    TitleSeatBot: "A bot for the {color} seat", "Um bot para o lugar das {color}";
    InviteIntro: "Whoever is to play opens this in a browser, or gives it to `reversi join`:",
        "Quem vai jogar abre isto num navegador, ou dá-o a `reversi join`:";
    InviteId: "The room's id is {room}.", "O código da sala é {room}.";
    InviteReserve: "{key} keeps the open seat for whoever gets this link.",
        "{key} guarda o lugar livre para quem receber esta ligação.";
    InviteReserved: "The open seat is kept for whoever gets this link, for 30 minutes if you leave. {key} opens it to everyone.",
        "O lugar livre está guardado para quem receber esta ligação, durante 30 minutos se saíres. {key} abre-o a todos.";
    InviteAgain: "The open seat is kept for whoever was invited. {key} makes another link, in place of the first.",
        "O lugar livre está guardado para quem foi convidado. {key} faz outra ligação, em vez da primeira.";
    InviteKey: "{key} shows a code to scan and copies the address.",
        "{key} mostra um código para ler e copia o endereço.";
    InviteCopy: "The address is on the clipboard, if the terminal allows that. Enter copies it again.",
        "O endereço está na área de transferência, se o terminal deixar. Enter copia-o outra vez.";
    InviteLoopback: "This address works on this machine only: start the server with --listen 0.0.0.0:7878 and connect by the machine's name to invite others.",
        "Este endereço só serve nesta máquina: arranca o servidor com --listen 0.0.0.0:7878 e liga-te pelo nome da máquina para convidar outros.";
    InviteHere: "This address works on this machine only. {key} lets other machines in.",
        "Este endereço só serve nesta máquina. {key} deixa entrar outras.";
    InviteNoNetwork: "This machine has no address in a network: nobody else can come in.",
        "Esta máquina não tem endereço numa rede: mais ninguém pode entrar.";
    OpenAlready: "Other machines can come in: {server}.", "Outras máquinas podem entrar: {server}.";
    NotOwnServer: "This server was not started here: who runs it lets others in.",
        "Este servidor não foi arrancado aqui: quem o tem é que deixa entrar outros.";
    InviteNoRoom: "Make the screen larger to see the code.", "Aumenta o ecrã para ver o código.";
}

texts! {
    /// Texts of its status and its forms.
    FORMS:

    // The status.
    YourMove: "Your move ({color}).", "É a tua vez ({color}).";
    TheirMove: "{name} ({color}) to move.", "{name} ({color}) a jogar.";
    AwaySince: "{name} is away ({time}).", "{name} está ausente ({time}).";
    AwayBot: "{key}: a bot plays on.", "{key}: joga um bot.";
    AwayYouWin: "You win in {time}.", "Ganhas daqui a {time}.";
    NoSeatForBot: "No seat is open, and nobody is away.",
        "Não há lugar livre, nem ninguém ausente.";
    CursorLegal: "{square}: legal, turns {count}.", "{square}: válida, vira {count}.";
    CursorNotLegal: "{square}: not legal.", "{square}: não é válida.";
    CursorDisc: "{square}: {color}.", "{square}: {color}.";
    CursorWorth: "Worth {discs}.", "Vale {discs}.";
    LastMove: "Last: {color} {square}, turned {count}.",
        "Último: {color} {square}, viraram {count}.";
    NextMove: "Next: {color} {square}.", "A seguir: {color} {square}.";
    StartPosition: "The start.", "O início.";
    UnseenMoves: "{count} new {count|move|moves}; Esc shows {count|it|them}.",
        "{count} {count|lance novo|lances novos}; Esc {count|mostra-o|mostra-os}.";
    WentBack: "The game went back to move {ply}; Esc shows it.",
        "O jogo voltou ao lance {ply}; Esc mostra-o.";
    RuleHistory: "history {ply} / {last}", "histórico {ply} / {last}";
    Sending: "Sending {square}.", "A enviar {square}.";
    HintValue: "Hint: {square}, worth {discs} (looked {depth} ahead).",
        "Dica: {square}, vale {discs} (viu {depth} lances).";
    HintExact: "Hint: {square}, worth {discs} with best play.",
        "Dica: {square}, vale {discs} com o melhor jogo.";
    HintSquare: "Hint: {square}.", "Dica: {square}.";
    MouseTaken: "Clicks play. Hold Shift (Option on a Mac) to select text.",
        "Os cliques jogam. Com Shift (Option num Mac) selecionas texto.";
    MouseReleased: "Clicks select text; they do not play.",
        "Os cliques selecionam texto; não jogam.";
    CellsLargest: "There is no room for larger squares.", "Não há espaço para casas maiores.";
    CellsSmallest: "The squares cannot be smaller.", "As casas não podem ser menores.";
    NotLive: "This is an older position. Esc returns to the game.",
        "Esta é uma posição antiga. Esc volta ao jogo.";
    NotLegal: "{square} is not legal: it turns no disc.",
        "{square} não é válida: não vira nenhuma peça.";
    AnswerFirst: "Answer the question first.", "Responde primeiro à pergunta.";
    LineModeOnly: "That works in line mode only: reversi line",
        "Isso só funciona no modo de linha: reversi line";
    Reviewing: "Looking at every move; that takes some seconds.",
        "A ver todos os lances; demora alguns segundos.";
    ReviewOfServer: "A server reviews finished games; none is connected, or this one goes on.",
        "Os jogos acabados são analisados por um servidor; não há ligação, ou este ainda não acabou.";
    ReviewAtEnd: "The game is not over yet; it is reviewed at its end.",
        "O jogo ainda não acabou; analisa-se no fim.";
    Evaluation: "evaluation", "avaliação";
    WasWorth: "{label}: {discs}.", "{label}: {discs}.";
    BetterWas: "Better {square}: {discs}.", "Melhor {square}: {discs}.";
    YourRequest: "your request", "o teu pedido";
    // Questions.
    AskResign: "Give the game up?", "Desistir do jogo?";
    AskLeave: "Leave the running game? Your seat stays yours.",
        "Sair do jogo em curso? O teu lugar fica guardado.";
    AskLetIn: "Open this server to the network? Whoever reaches this machine can then play and watch.",
        "Abrir este servidor à rede? Quem chegar a esta máquina pode então jogar e assistir.";
    AskRemove: "Remove the saved game {name}?", "Apagar o jogo guardado {name}?";
    AskWatchReserved: "The open seat of {room} is kept for someone else.",
        "O lugar livre de {room} está guardado para outra pessoa.";
    AskWatchStrength: "The open seat of {room} is for players of another strength; `strength` says yours.",
        "O lugar livre de {room} é para quem joga com outra força; `strength` diz a tua.";
    AskWatch: "Both seats of {room} are taken.", "Os dois lugares de {room} estão ocupados.";
    AskReplace: "There is a saved game {name}. Replace it?",
        "Já há um jogo guardado {name}. Substituir?";
    // The form for a room, and the bots.
    YouPlay: "You play", "Jogas com";
    FieldColor: "You play", "Jogas com";
    FieldOpponent: "Opponent", "Adversário";
    FieldOpponents: "Open to", "Aberta a";
    OpponentsAnyone: "anyone", "qualquer pessoa";
    FieldTime: "Time", "Tempo";
    FieldFlag: "Out of time", "Sem tempo";
    FieldUndo: "Undo", "Desfazer";
    FieldHints: "Hints", "Dicas";
    FieldLegal: "Legal squares", "Casas válidas";
    FieldWatch: "May watch", "Podem assistir";
    FieldDelay: "Shown to them", "Mostrado a quem assiste";
    TitleChat: "Chat", "Conversa";
    FieldChat: "Chat", "Conversa";
    FieldVisibility: "Room", "Sala";
    FieldOpening: "Opening", "Abertura";
    FieldName: "Name of the room", "Nome da sala";
    FieldOpen: "Open the room", "Abrir a sala";
    OpponentOpen: "whoever comes", "quem vier";
    OpponentGuest: "whoever I invite", "quem eu convidar";
    OpponentHere: "someone at this terminal", "alguém neste terminal";
    TimeNone: "none", "nenhum";
    FlagLoss: "lost, without a score", "perdido, sem pontos";
    FlagWipeout: "lost by 64 to 0", "perdido por 64 a 0";
    FlagDiscs: "lost by the discs as they lie", "perdido pelas peças que lá estão";
    UndoAskLong: "the other player is asked", "pergunta-se ao outro jogador";
    UndoFreeLong: "at once", "imediato";
    UndoOffLong: "never", "nunca";
    HintsAllowedLong: "allowed", "autorizadas";
    HintsForbiddenLong: "not allowed", "não autorizadas";
    LegalShown: "shown to everyone", "mostradas a todos";
    LegalPlayers: "shown to players", "mostradas aos jogadores";
    LegalHidden: "not shown", "não mostradas";
    WatchEveryone: "everyone", "todos";
    WatchLink: "those with the link", "quem tiver a ligação";
    WatchPlayers: "nobody but the players", "ninguém além de quem joga";
    DelayNone: "at once", "logo";
    DelayMoves3: "3 moves later", "3 lances depois";
    DelayMoves10: "10 moves later", "10 lances depois";
    DelaySeconds30: "30 s later", "30 s depois";
    DelayMinutes5: "5 minutes later", "5 minutos depois";
    ChatEverything: "anything", "tudo";
    ChatPhrases: "quick phrases only", "só frases feitas";
    ChatOff: "none", "nenhuma";
    VisibilityListed: "in the list", "na lista";
    VisibilityPrivate: "private, found by its address", "privada, só pelo endereço";
    AboutFieldColor: "The side that you take; by lot, a coin decides.",
        "O lado com que jogas; à sorte, decide a moeda.";
    AboutFieldOpponent: "Whoever enters first plays against you, whoever gets the link from you, or both of you sit here.",
        "Joga contra ti quem entrar primeiro, quem receber de ti a ligação, ou sentam-se aqui os dois.";
    AboutFieldOpponents: "No guests: only players with a key. Levels are by one's own word; others by `:new opponents=2-5`.",
        "Sem anónimos: só quem tem uma chave. O nível, cada um diz o seu; outros com `:new opponents=2-5`.";
    AboutFieldTime: "5m+3s adds 3 s a move; 10m+3x30s has periods. Any other by `:new time=...`.",
        "5m+3s soma 3 s por lance; 10m+3x30s tem períodos. Outro qualquer com `:new time=...`.";
    AboutFieldFlag: "What a game counts that is lost on time.",
        "Quanto conta um jogo perdido por falta de tempo.";
    AboutFieldUndo: "As usual: the other player is asked; alone at this terminal, undo is free.",
        "O habitual: pergunta-se ao outro jogador; se estão os dois aqui, é livre.";
    AboutFieldHints: "As usual: not allowed between two people; allowed if both sit here.",
        "O habitual: não autorizadas entre duas pessoas; autorizadas se estão os dois aqui.";
    AboutFieldLegal: "Who sees the dots that mark where a disc may be placed.",
        "Quem vê as marcas nas casas onde se pode jogar.";
    AboutFieldWatch: "Where not everyone may watch, no list shows the game while it runs, nor when it is over.",
        "Se nem todos podem assistir, nenhuma lista mostra o jogo, nem a decorrer nem acabado.";
    AboutFieldDelay: "How late those who watch see the moves of a running game, so that nobody is helped.",
        "Com que atraso quem assiste vê os lances de um jogo a decorrer, para ninguém ter ajuda.";
    AboutFieldChat: "Players and spectators hear their own kind while a game runs, and all of it when it is over.",
        "Durante o jogo, quem joga e quem assiste fala à parte; no fim, todos leem tudo.";
    AboutFieldVisibility: "A private room is in no list: only those who have its address find it.",
        "Uma sala privada não está em lista nenhuma: só a encontra quem tem o endereço.";
    AboutFieldOpening: "Moves by lot leave both sides about even. With corners, the other side begins. With extra discs, whoever comes picks the side.",
        "Os lances à sorte deixam os lados quase iguais. Com cantos, começa o outro lado. Com peças a mais, quem vier escolhe o lado.";
    StartUsual: "the usual one", "a habitual";
    StartWhite: "White moves first", "começam as brancas";
    AboutFieldName: "Type a name that others see in the list; without one it is your own.",
        "Escreve o nome que os outros veem na lista; sem ele, fica o teu.";
    AboutFieldOpen: "Opens the room as it stands below; everything below can stay as it is.",
        "Abre a sala como está em baixo; tudo o resto pode ficar assim.";
    // Help.
    GroupBoard: "AT THE BOARD", "NO TABULEIRO";
    GroupLobby: "IN THE LOBBY", "NA LISTA DE SALAS";
    GroupList: "IN LISTS", "NAS LISTAS";
    GroupPrompt: "AT A QUESTION", "PERANTE UMA PERGUNTA";
    GroupAnywhere: "EVERYWHERE", "EM TODO O LADO";
    GroupWords: "COMMANDS IN WORDS", "COMANDOS POR PALAVRAS";
    GroupLegend: "MARKS ON THE BOARD", "MARCAS NO TABULEIRO";
    GroupRules: "THE RULES", "AS REGRAS";
    LegendLegal: "a dot        you may place there", "um ponto     podes jogar ali";
    LegendLast: "( )          the disc placed last", "( )          a última peça jogada";
    LegendFlipped: "< >          a disc turned just now", "< >          peça acabada de virar";
    LegendWillFlip: ": :          the cursor would turn it", ": :          o cursor virá-la-ia";
    LegendCursor: "[ ] or { }   the cursor", "[ ] ou { }   o cursor";
    LegendHint: "* or +3      the best square; what one is worth in discs",
        "* ou +3      a melhor casa; quanto vale uma, em peças";
    LegendSent: "?            sent, and not answered yet", "?            enviada, ainda sem resposta";
    LegendMistakes: "?!  ?  ??    behind a move: inaccuracy, mistake, blunder",
        "?!  ?  ??    atrás de um lance: imprecisão, erro, erro grave";
    Rule1: "Two sides, black and white, on a board of 8 by 8 squares.",
        "Dois lados, pretas e brancas, num tabuleiro de 8 por 8 casas.";
    Rule2: "Four discs lie in the middle at the start; black moves first.",
        "No início há quatro peças no centro; começam as pretas.";
    Rule3: "A move places a disc of your colour on an empty square.",
        "Um lance põe uma peça da tua cor numa casa vazia.";
    Rule4: "It has to enclose discs of the other side in a straight line,",
        "Tem de cercar peças do outro lado em linha reta,";
    Rule5: "between itself and another disc of yours, without a gap.",
        "entre ela e outra peça tua, sem intervalos.";
    Rule6: "Lines run in all eight directions; one is enough, all count.",
        "As linhas seguem as oito direções; basta uma, contam todas.";
    Rule7: "Every disc that is enclosed is turned to your colour.",
        "Todas as peças cercadas viram para a tua cor.";
    Rule8: "Who cannot turn anything passes; the other side goes on.",
        "Quem não pode virar nada passa; joga o outro lado.";
    Rule9: "The game ends when neither side can move.",
        "O jogo acaba quando nenhum lado pode jogar.";
    Rule10: "More discs win; squares left empty count for the winner.",
        "Ganha quem tem mais peças; as casas vazias contam para quem ganha.";
    // What is known of the terminal.
    DoctorLocale: "Locale", "Locale";
    DoctorColors: "Colours", "Cores";
    DoctorGlyphs: "Glyphs", "Símbolos";
    DoctorTheme: "Theme", "Tema";
    DoctorServer: "Server", "Servidor";
    DoctorAnswers: "it answers as {program}, protocol {version}, from {address} within {ms} ms",
        "responde como {program}, protocolo {version}, de {address} em {ms} ms";
    DoctorPage: "it has a page for browsers", "tem uma página para navegadores";
    DoctorNoPage: "it has no page for browsers", "não tem página para navegadores";
    DoctorConfig: "Configuration", "Configuração";
    DoctorSeats: "Seats", "Lugares";
    DoctorRuler: "If the bars at the right do not stand below each other, choose other glyphs:",
        "Se as barras à direita não estiverem alinhadas, escolhe outros símbolos:";
}
