//! What only the page for browsers says.

use super::language::{Text, texts};

texts! {
    /// Texts of the page.
    PAGE:

    // The page as a whole.
    PageWelcome: "Reversi, with a friend or a bot", "Reversi, com um amigo ou um bot";
    PageAbout: "Open a room and send its link: whoever opens it plays. No account, nothing to install.",
        "Abre uma sala e envia a ligação: quem a abrir joga. Sem conta, sem instalar nada.";
    PageSkip: "Skip to the content", "Saltar para o conteúdo";
    PageMenu: "Main menu", "Menu principal";
    PageGames: "Games", "Jogos";
    PageSaves: "Saved games", "Jogos guardados";
    PageSavesShort: "Saved", "Guardados";
    PageRanking: "Ranking", "Classificação";
    PageSay: "Say", "Dizer";
    PagePhrases: "Quick phrases", "Frases feitas";
    PageMute: "Do not hear", "Não ouvir";
    PageUnmute: "Hear again: {names}", "Ouvir outra vez: {names}";
    PageReport: "Complain", "Fazer queixa";
    PageSound: "Sound", "Som";
    PageNotify: "Tell me when it is my turn", "Avisar quando for a minha vez";
    PageTitleTurn: "\u{25cf} Your move -", "\u{25cf} A tua vez -";
    PageNothing: "There is nothing here.", "Aqui não há nada.";
    PageNoRoom: "There is no room {room}.", "Não há nenhuma sala {room}.";
    PageBarred: "This server does not answer under {host}. Open it by another of its addresses, or ask whoever runs it to start it with {option}.",
        "Este servidor não responde por {host}. Abre-o por outro dos seus endereços, ou pede a quem o tem que o inicie com {option}.";
    PageOutdated: "This page is older than the server. Reload it.",
        "Esta página é mais antiga do que o servidor. Recarrega-a.";
    PageToLobby: "To the lobby", "Para a lista de salas";
    PageOk: "OK", "OK";
    PageYes: "Yes", "Sim";
    PageNo: "No", "Não";
    PageCancel: "Cancel", "Cancelar";
    PageClose: "Close", "Fechar";
    PageOwnTime: "Any other time", "Outro tempo";
    PageMore: "More", "Mais";
    PageOpen: "Open", "Abrir";
    PageCopy: "Copy", "Copiar";
    PageCopied: "Copied.", "Copiado.";
    PageShare: "Share", "Partilhar";
    PageDownload: "Download", "Transferir";
    PageChange: "Change", "Mudar";

    // Who plays.
    GuestName: "Guest {number}", "Visita {number}";
    PageAskName: "What shall the others call you?", "Como te devem chamar os outros?";
    PageName: "Your name", "O teu nome";
    PageKey: "Your key", "A tua chave";
    PageKeyAbout: "Your key makes you the same player everywhere: finished and saved games and nicks belong to it. Keep it to yourself; put it into another browser, or give it to `reversi key import`, to be the same there.",
        "A tua chave faz de ti o mesmo jogador em todo o lado: pertencem-lhe os jogos acabados e guardados e as alcunhas. Guarda-a só para ti; põe-na noutro navegador, ou dá-a a `reversi key import`, para seres o mesmo lá.";
    PageKeyCode: "Your key as a code to scan", "A tua chave como código para ler";
    PageBadKey: "A key has 32 digits from 0 to 9 and a to f.", "Uma chave tem 32 dígitos de 0 a 9 e de a a f.";

    PageOnce: "Place at the first tap or click", "Jogar ao primeiro toque ou clique";
    PageKeys: "Keys at the board", "Teclas no tabuleiro";
    PageKeySquare: "goes to a square", "vai para uma casa";
    PageKeyHistory: "goes through the moves", "percorre os lances";

    // The lobby.
    PageOpenRoom: "Play a friend", "Jogar com um amigo";
    PageHotSeat: "Both here", "Os dois aqui";
    PageCompete: "Play for the ranking", "Jogar para a classificação";
    PageCompeteAbout: "Against a fixed bot, without legal squares, hints or undo.",
        "Contra um bot fixo, sem casas válidas, dicas nem desfazer.";
    PageThink: "A bot takes for a move at least", "Um bot demora por lance pelo menos";
    PageTwoBots: "neither: two bots play", "nenhuma: jogam dois bots";
    PageSetUp: "Set up a position", "Montar uma posição";
    PageSetUpAbout: "Press a square for black, white or empty.",
        "Carrega numa casa para a pôr preta, branca ou vazia.";
    PageToMove: "to move", "a jogar";
    PageBoardStart: "Usual start", "Início habitual";
    PageBoardEmpty: "Empty board", "Tabuleiro vazio";
    PageBoardText: "The position as text", "A posição em texto";
    PageBadBoard: "A position has 64 squares, X, O or -, row by row; then the side to move, if you like.",
        "Uma posição tem 64 casas, X, O ou -, linha a linha; depois o lado a jogar, se quiseres.";
    PagePlayFromHere: "Play on from here:", "Jogar a partir daqui:";
    PageNick: "Your nick in the ranking", "A tua alcunha na classificação";
    PageFilter: "Find a room or player", "Procurar sala ou jogador";
    PageRoomCode: "Code or link of a room", "Código ou ligação de uma sala";
    PageEnter: "Enter", "Entrar";
    PageOwnGames: "Your games", "Os teus jogos";
    PageToJoin: "Waiting for a player", "À espera de jogador";
    PageToWatch: "To watch", "Para assistir";
    PageOver: "Over", "Acabados";

    // At the board.
    PageBoard: "Board", "Tabuleiro";
    PageLast: "last move", "último lance";
    PageTurns: "turns {count}", "vira {count}";
    PageValue: "worth {value}", "vale {value}";
    PageBest: "best", "a melhor";
    PageCount: "{count} {count|disc|discs}", "{count} {count|peça|peças}";
    PageNotLive: "This is an older position.", "Esta é uma posição antiga.";
    PageAdjourned: "The game is adjourned after {ply} {ply|move|moves}.",
        "O jogo está adiado depois de {ply} {ply|lance|lances}.";
    PageAdjournedNow: "The game is adjourned. It goes on when both are here.",
        "O jogo está adiado. Continua quando os dois estiverem presentes.";
    PageRanked: "{nick} scores {score}.", "{nick} faz {score}.";
    PageElsewhere: "You play this game in another tab.", "Estás a jogar este jogo noutro separador.";
    PageUseHere: "Play here", "Jogar aqui";
    PagePlayOrWatch: "The {color} seat is open. Play or watch?",
        "O lugar das {color} está livre. Jogas ou assistes?";
    PagePlay: "Play", "Jogar";
    PageWatch: "Watch", "Assistir";
    PageInvitationSpent: "The seat is taken: an invitation is good for one person.",
        "O lugar está ocupado: um convite serve a uma só pessoa.";
    PageReserve: "Keep the seat for this link", "Guardar o lugar para esta ligação";
    PageRelease: "Open the seat to everyone", "Abrir o lugar a todos";
    PageNewLink: "Make a new link", "Fazer outra ligação";
    PageWaiting: "Send this link to whom you want to play.",
        "Envia esta ligação a quem vai jogar contigo.";
    PageSeatBot: "Play a bot instead", "Jogar antes com um bot";
    PageBotPlays: "{bot} plays for you.", "{bot} joga por ti.";
    PageTakeBack: "Play on yourself", "Voltar a jogar";
    PageBotPlaysOn: "Let a bot play on", "Pôr um bot a jogar";
    PageLink: "Link to this room", "Ligação para esta sala";
    PageCode: "Code to scan", "Código para ler";

    // What can be done.
    PageHint: "Hint", "Dica";
    PageBotHint: "What a bot would play", "O que um bot jogaria";
    PageTurn: "Turn the board", "Virar o tabuleiro";
    PageUndo: "Undo", "Desfazer";
    PageRedo: "Redo", "Refazer";
    PageDraw: "Offer a draw", "Propor empate";
    PageResign: "Resign", "Desistir";
    PageRematch: "Rematch", "Desforra";
    PageReview: "Review", "Analisar";
    PageSwap: "Swap seats", "Trocar de lugares";
    PageAdjourn: "Adjourn", "Adiar";
    PageResume: "Go on", "Continuar";
    PageAllowHints: "Allow hints", "Permitir dicas";
    PageStandIn: "Let a bot play for me", "Pôr um bot a jogar por mim";
    PageChangeBot: "Another bot", "Outro bot";
    PageFreeSeat: "Take the bot out", "Tirar o bot";
    PageSave: "Save", "Guardar";
    PageSaveName: "Name of the saved game", "Nome do jogo guardado";
    PageLoad: "Load a saved game", "Abrir um jogo guardado";
    PageInvite: "Invite", "Convidar";
    PageLeave: "Leave", "Sair";
    PageWithdraw: "Withdraw", "Retirar";

    // The moves.
    PageSlider: "Move to look at", "Lance a ver";
    PageFirst: "Start", "Início";
    PageBack: "Move before", "Lance anterior";
    PageForward: "Next move", "Lance seguinte";
    PageNewest: "Newest move", "Lance mais recente";
    PageLive: "Back to the game", "Voltar ao jogo";
    PageUnseen: "{count} new {count|move|moves}: back to the game",
        "{count} {count|lance novo|lances novos}: voltar ao jogo";

    // Files and lists.
    PageExport: "Export", "Exportar";
    PageFormat: "{format}", "{format}";
    PageImport: "Import a game", "Importar um jogo";
    PageImportAbout: "Paste moves or a game in any known format, drop a file here, or choose one.",
        "Cola lances ou um jogo em qualquer formato conhecido, larga aqui um ficheiro, ou escolhe um.";
    PagePaste: "Moves or a game", "Lances ou um jogo";
    PageFile: "File of a game", "Ficheiro de um jogo";
    PageWhichGame: "Which of the {count} games?", "Qual dos {count} jogos?";
    PagePlayer: "Find a player", "Procurar um jogador";
    PageOlder: "Older games", "Jogos anteriores";
    PageNoSaves: "No saved games yet.", "Ainda não há jogos guardados.";
    PageGoOn: "Play on", "Continuar";
    PageRemove: "Remove", "Apagar";
    PageAskRemove: "Remove {name}?", "Apagar {name}?";
    PageFollow: "Follow a player", "Seguir quem joga";
    PageFollowNobody: "Nobody", "Ninguém";
    PageNext: "Next board", "Próximo tabuleiro";
    PageClaimWin: "Claim the win", "Pedir a vitória";
    PageClaimDraw: "Claim a draw", "Pedir empate";
    PageBlock: "Block", "Bloquear";
    PageBlocked: "Blocked (names, with commas between them)", "Bloqueados (nomes, separados por vírgulas)";
    PageNewKey: "New key", "Chave nova";
    PageAskNewKey: "A new key in place of this one? The old one is refused everywhere from then on; what is yours goes on with the new one.",
        "Uma chave nova em vez desta? A antiga é recusada em todo o lado; o que é teu continua com a nova.";
    PageKeyIsNew: "You have a new key. Take it to your other devices.", "Tens uma chave nova. Leva-a para os teus outros aparelhos.";
    PageInvitee: "Invite somebody by name", "Convidar alguém pelo nome";
    PairTime: "Time for each", "Tempo de cada um";
    PairNoClock: "no clock", "sem relógio";
    PairBot: "Play {bot} now", "Jogar já com {bot}";
}
