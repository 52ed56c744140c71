//! What keys do: in a word beside the key, and in a sentence.

use super::language::{Text, texts};

texts! {
    /// Words beside keys, and what the actions do.
    ACTIONS:

    // In a word or two.
    LabelYes: "yes", "sim";
    LabelNo: "no", "não";
    LabelResignYes: "give up", "desistir";
    LabelPlace: "play", "jogar";
    LabelNextLegal: "next legal", "seguinte";
    LabelPreviousLegal: "previous legal", "anterior";
    LabelUndo: "undo", "desfazer";
    LabelRedo: "redo", "refazer";
    LabelHint: "hint", "dica";
    LabelDots: "dots", "marcas";
    LabelPreview: "preview", "previsão";
    LabelBack: "back", "atrás";
    LabelForward: "forward", "à frente";
    LabelFirst: "start", "início";
    LabelLast: "end", "fim";
    LabelLive: "live", "ao vivo";
    LabelRematch: "rematch", "desforra";
    LabelReview: "review", "analisar";
    LabelSave: "save", "guardar";
    LabelResign: "resign", "desistir";
    LabelSeatBot: "seat a bot", "sentar um bot";
    LabelWho: "who", "quem";
    LabelChat: "chat", "conversa";
    LabelSay: "say", "dizer";
    LabelPhrases: "phrases", "frases";
    LabelRotate: "rotate", "rodar";
    LabelBigger: "bigger", "maior";
    LabelSmaller: "smaller", "menor";
    LabelLeft: "left", "esquerda";
    LabelRight: "right", "direita";
    LabelUp: "up", "cima";
    LabelDown: "down", "baixo";
    LabelRowStart: "row start", "início da linha";
    LabelRowEnd: "row end", "fim da linha";
    LabelColumnTop: "top", "topo";
    LabelColumnBottom: "bottom", "fundo";
    LabelLeave: "leave", "sair";
    LabelPlayBot: "play a bot", "jogar com bot";
    LabelNewRoom: "new room", "nova sala";
    LabelWatch: "watch", "assistir";
    LabelJoinById: "room by id", "sala pelo código";
    LabelInviteName: "invite somebody", "convidar alguém";
    LabelFilter: "filter", "filtrar";
    LabelRefresh: "refresh", "atualizar";
    LabelRanking: "ranking", "classificação";
    LabelSaves: "saved games", "guardados";
    LabelGames: "games", "jogos";
    LabelPlayHere: "play here", "jogar aqui";
    LabelConnect: "server", "servidor";
    LabelQuit: "quit", "sair";
    LabelChoose: "choose", "escolher";
    LabelNext: "down", "descer";
    LabelPrevious: "up", "subir";
    LabelLess: "less", "menos";
    LabelFollow: "follow", "seguir";
    LabelNextBoard: "next board", "outro jogo";
    LabelClaim: "claim the win", "pedir a vitória";
    LabelPair: "opponent", "adversário";
    LabelPairBot: "that bot", "esse bot";
    LabelMore: "change", "mudar";
    LabelRemove: "remove", "apagar";
    LabelPageUp: "page up", "página acima";
    LabelPageDown: "page down", "página abaixo";
    LabelClose: "close", "fechar";
    LabelHelp: "help", "ajuda";
    LabelPalette: "command", "comando";
    LabelInvite: "invite", "convidar";
    LabelLetIn: "let a friend in", "deixar entrar";
    LabelSettings: "settings", "definições";
    LabelMouse: "mouse", "rato";
    LabelDoctor: "doctor", "diagnóstico";
    LabelRedraw: "redraw", "redesenhar";
    LabelSuspend: "suspend", "suspender";
    LabelInterrupt: "interrupt", "interromper";
    LabelWithdraw: "withdraw", "retirar";
    LabelReserve: "reserve", "reservar";
    LabelCopy: "copy", "copiar";
    LabelDone: "done", "pronto";
    KeySpace: "Space", "Espaço";
    // In a sentence.
    HelpYes: "says yes to the question", "responde sim à pergunta";
    HelpNo: "says no to the question", "responde não à pergunta";
    HelpWatchYes: "watches the room whose seats are taken", "assiste à sala que está cheia";
    HelpSeatBot: "lets a bot play in the open seat, or for a player who is away",
        "põe um bot no lugar livre, ou a jogar por quem está ausente";
    HelpResignYes: "gives the game up, after the question", "desiste do jogo, depois da pergunta";
    HelpPlace: "places a disc at the cursor", "põe uma peça no cursor";
    HelpNextLegal: "moves the cursor to the next legal square",
        "leva o cursor à próxima casa válida";
    HelpPreviousLegal: "moves the cursor to the previous legal square",
        "leva o cursor à casa válida anterior";
    HelpUndo: "takes your last move back, or asks for that", "desfaz o teu último lance, ou pede-o";
    HelpRedo: "makes it again, or withdraws what you asked",
        "refaz o lance, ou retira o que pediste";
    HelpHint: "asks what each legal square is worth", "pergunta quanto vale cada casa válida";
    HelpDots: "marks legal squares, or not", "marca as casas válidas, ou não";
    HelpPreview: "marks what the cursor would turn, or not", "marca o que o cursor viraria, ou não";
    HelpBack: "shows the position before", "mostra a posição anterior";
    HelpForward: "shows the position after", "mostra a posição seguinte";
    HelpFirst: "shows the start of the game", "mostra o início do jogo";
    HelpLast: "shows the newest position", "mostra a posição mais recente";
    HelpLive: "returns from an older position to the game", "volta de uma posição antiga ao jogo";
    HelpRematch: "asks for another game", "pede outro jogo";
    HelpReview: "tells what each move of a finished game was worth",
        "diz quanto valeu cada lance de um jogo acabado";
    HelpSave: "saves the game under a name", "guarda o jogo com um nome";
    HelpResign: "gives the game up, after a question", "desiste do jogo, depois de uma pergunta";
    HelpWho: "tells who is here", "diz quem está presente";
    HelpChat: "reads and says something to those in the room", "lê e diz algo a quem está na sala";
    HelpRotate: "turns the board by 180 degrees", "roda o tabuleiro 180 graus";
    HelpBigger: "makes the squares larger", "aumenta as casas";
    HelpSmaller: "makes the squares smaller", "diminui as casas";
    HelpLeft: "moves the cursor left", "move o cursor para a esquerda";
    HelpRight: "moves the cursor right", "move o cursor para a direita";
    HelpUp: "moves the cursor up", "move o cursor para cima";
    HelpDown: "moves the cursor down", "move o cursor para baixo";
    HelpRowStart: "moves the cursor to the left edge", "leva o cursor à margem esquerda";
    HelpRowEnd: "moves the cursor to the right edge", "leva o cursor à margem direita";
    HelpColumnTop: "moves the cursor to the top edge", "leva o cursor ao topo";
    HelpColumnBottom: "moves the cursor to the bottom edge", "leva o cursor ao fundo";
    HelpLeave: "leaves the room", "sai da sala";
    HelpPlayBot: "lists the bots to play against", "lista os bots com quem jogar";
    HelpFollow: "follows a player from game to game while you watch: one, the other, nobody",
        "segue quem joga de jogo em jogo enquanto assistes: um, o outro, ninguém";
    HelpNextBoard: "turns to the next of your rooms where it is for you to move or to answer",
        "passa à próxima das tuas salas em que te cabe jogar ou responder";
    HelpClaim: "wins the game whose other player has been away on their turn for a while",
        "ganha o jogo em que o outro jogador está ausente na vez dele";
    HelpPair: "waits for an opponent who comes by, or waits no longer",
        "espera por um adversário qualquer, ou deixa de esperar";
    HelpPairBot: "plays the bot that is offered while you wait for an opponent",
        "joga com o bot proposto enquanto esperas por um adversário";
    HelpNewRoom: "opens a room", "abre uma sala";
    HelpWatch: "watches the chosen room", "assiste à sala escolhida";
    HelpJoinById: "enters a room by its id", "entra numa sala pelo código";
    HelpInviteName: "invites somebody by name to a game", "convida alguém pelo nome para um jogo";
    HelpFilter: "lists only rooms that contain a text", "lista só as salas que contêm um texto";
    HelpRefresh: "asks for the rooms again", "pede as salas outra vez";
    HelpRanking: "shows the ranking, and plays for it", "mostra a classificação, e joga para ela";
    HelpSaves: "lists your saved games, to go on from one", "lista os teus jogos guardados, para continuar";
    HelpGames: "lists finished games", "lista os jogos acabados";
    HelpPlayHere: "plays on this machine: starts a server for as long as the client runs",
        "joga nesta máquina: arranca um servidor enquanto o cliente correr";
    HelpConnect: "connects to another server", "liga a outro servidor";
    HelpQuit: "ends the client", "termina o cliente";
    HelpChoose: "does what the chosen row is for", "faz o que a linha escolhida indica";
    HelpNext: "goes to the next row", "vai para a linha seguinte";
    HelpPrevious: "goes to the previous row", "vai para a linha anterior";
    HelpLess: "takes the value before", "toma o valor anterior";
    HelpMore: "takes the next value", "toma o valor seguinte";
    HelpRemove: "removes the chosen saved game, after a question",
        "apaga o jogo guardado escolhido, depois de uma pergunta";
    HelpPageUp: "goes up a page", "sobe uma página";
    HelpPageDown: "goes down a page", "desce uma página";
    HelpClose: "closes what lies over the screen", "fecha o que está por cima do ecrã";
    HelpHelp: "tells everything that can be done", "diz tudo o que se pode fazer";
    HelpPalette: "takes a command in words", "recebe um comando por palavras";
    HelpInvite: "shows how others get into the room", "mostra como os outros entram na sala";
    HelpLetIn: "lets other machines reach the game that is played on this one, after a question",
        "deixa que outras máquinas cheguem ao jogo desta, depois de uma pergunta";
    HelpSettings: "changes the settings", "muda as definições";
    HelpMouse: "gives the mouse to the game or back to the terminal",
        "dá o rato ao jogo ou devolve-o ao terminal";
    HelpDoctor: "tells what the client knows of the terminal",
        "diz o que o cliente sabe do terminal";
    HelpRedraw: "draws the screen anew", "desenha o ecrã de novo";
    HelpSuspend: "stops the client; fg brings it back", "suspende o cliente; fg trá-lo de volta";
    HelpInterrupt: "quits at the second press", "sai à segunda vez";
}
