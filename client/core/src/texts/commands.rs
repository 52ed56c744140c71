//! What the words do that people type, in the order of the help.

use super::language::{Text, texts};

texts! {
    /// What the commands do.
    COMMANDS:

    CommandHelp: "tells the commands, or one of them",
        "diz quais são os comandos, ou o que faz um deles";
    CommandRooms: "lists the rooms, or those whose id, name or players contain the text",
        "lista as salas, ou só as que têm o texto no nome ou nos jogadores";
    CommandNew: "opens a room; you sit in the black seat unless you say otherwise",
        "abre uma sala; ficas com as pretas se não disseres outra coisa";
    CommandBoth: "opens a room for two people at this terminal; the named side moves first",
        "abre uma sala para duas pessoas neste terminal; começa o lado indicado";
    CommandAgainst: "opens a room against a bot that plays X or O; levels 1, 2 and 3 are 000-easy, 000-medium and 000-hard; X moves first",
        "abre uma sala contra um bot que joga com X ou O; os níveis 1, 2 e 3 são 000-easy, 000-medium e 000-hard; começa X";
    CommandCompete: "opens a game for the ranking; X or O is the side of its bot, and you play the other",
        "abre um jogo para a classificação; X ou O é o lado do bot, e tu jogas com o outro";
    CommandPair: "waits for an opponent who wants the same time (5m+3s if you name none), of about your strength if you say how well you play; `pair bot` plays the bot that is offered meanwhile",
        "espera por um adversário que queira o mesmo tempo (5m+3s se não disseres outro), mais ou menos da tua força se disseres como jogas; `pair bot` joga com o bot proposto entretanto";
    CommandJoin: "takes a seat in a room, or comes back to yours",
        "ocupa um lugar numa sala, ou volta ao teu";
    CommandStrength: "says how strong you play, a level of the ladder of bots: where you look for an opponent, and to rooms whose seat is only for some",
        "diz quão forte jogas, um nível da escada de bots: onde procuras adversário, e a salas cujo lugar é só para alguns";
    CommandWatch: "enters a room without a seat", "entra numa sala sem lugar";
    CommandNext: "turns to the next of your rooms where it is for you to move or to answer",
        "passa à próxima das tuas salas em que te cabe jogar ou responder";
    CommandLeave: "leaves the room; a seat in a running game stays yours",
        "sai da sala; o lugar num jogo em curso continua teu";
    CommandBoard: "shows the board: X black, O white, the last disc in brackets; in words from now on, drawn again, or by itself after each move",
        "mostra o tabuleiro: X pretas, O brancas, a última peça entre parênteses; por palavras a partir de agora, outra vez desenhado, ou sozinho depois de cada lance";
    CommandRow: "says what lies on a row, from 1 at the top",
        "diz o que está numa linha, a partir de 1 em cima";
    CommandSquare: "says what lies on a square", "diz o que está numa casa";
    CommandLegal: "tells the legal squares and shows them as dots",
        "diz quais são as casas válidas e mostra-as como pontos";
    CommandPlay: "places a disc: play f5, J f5, J 5,6 and J 5 6 are the same, and so is f5 alone",
        "põe uma peça: play f5, J f5, J 5,6 e J 5 6 são o mesmo, e f5 sozinho também";
    CommandHint: "tells what the legal squares are worth, or where a bot would play, and marks the best",
        "diz quanto valem as casas válidas, ou onde jogaria um bot, e marca a melhor";
    CommandSuggest: "marks the square that 000's own hint is, the one of the largest weight",
        "marca a casa que o 000 sugere, a de maior peso";
    CommandUndo: "takes back your last move and what followed it; between two people, asks to",
        "desfaz o teu último lance e o que veio depois; entre duas pessoas, pede";
    CommandRedo: "makes again what undo took back, where undo is free",
        "refaz o que foi desfeito, onde desfazer é livre";
    CommandDraw: "offers a draw", "propõe empate";
    CommandRematch: "after the end, offers another game, with changed colours",
        "depois do fim, propõe outro jogo, com as cores trocadas";
    CommandSwap: "offers to swap seats, before the first move or after the end",
        "propõe trocar de lugares, antes do primeiro lance ou depois do fim";
    CommandAllowHints: "asks to allow hints from now on", "pede dicas a partir de agora";
    CommandAdjourn: "asks to stop here and go on another time",
        "pede para parar aqui e continuar noutra altura";
    CommandResume: "goes on with an adjourned game when both are there",
        "continua um jogo adiado quando os dois estão presentes";
    CommandYes: "agrees to what the other side offers, or takes an invitation",
        "aceita o que o outro lado propõe, ou um convite";
    CommandNo: "declines what the other side offers", "recusa o que o outro lado propõe";
    CommandWithdraw: "takes your own offer back", "retira a tua proposta";
    CommandResign: "gives the game up; asks for `resign yes` first",
        "desiste do jogo; pede primeiro `resign yes`";
    CommandClaim: "wins the game, or draws it, where the other player has been away on their turn for a while",
        "ganha o jogo, ou empata-o, se o outro jogador está ausente há algum tempo na vez dele";
    CommandBots: "lists the kinds of bots and how each plays", "lista os bots e como joga cada um";
    CommandBot: "lets a bot play in a seat that is open, yours, a bot's, or of someone who is away",
        "põe um bot num lugar livre, no teu, no de um bot, ou no de quem está ausente";
    CommandFree: "takes a bot out of a seat before the game begins",
        "tira um bot de um lugar antes de o jogo começar";
    CommandInvite: "keeps the open seat for whoever gets the link that it tells, or opens it to everyone again; with a name, asks that person, if here, into your room or a new one",
        "guarda o lugar livre para quem receber a ligação que indica, ou abre-o outra vez a todos; com um nome, convida essa pessoa, se cá estiver, para a tua sala ou uma nova";
    CommandRanking: "shows the ranking: place, nick, best score (from your discs at the end and the number of moves)",
        "mostra a classificação: posição, alcunha, melhor resultado (das tuas peças no fim e do número de lances)";
    CommandSave: "saves the game under a name of your own, with all that undo needs",
        "guarda o jogo com um nome teu, com tudo o que desfazer precisa";
    CommandLoad: "goes on from a saved game, against the bot that it was against: in the room where you play, else in a new one of your own",
        "continua um jogo guardado, contra o mesmo bot: na sala onde jogas, ou numa nova";
    CommandSaves: "lists your saved games", "lista os teus jogos guardados";
    CommandRemove: "removes a saved game", "apaga um jogo guardado";
    CommandImport: "opens a room with the game of a file, both seats yours; a finished game is kept as `file`",
        "abre uma sala com o jogo de um ficheiro, com os dois lugares teus; um jogo acabado fica como `file`";
    CommandExport: "writes a game to a file: the one here, the imported one, or a finished one",
        "escreve um jogo num ficheiro: o daqui, o importado, ou um acabado";
    CommandGames: "lists finished games, the newest first, or those of players whose names contain the text",
        "lista os jogos acabados, primeiro os mais recentes, ou os de jogadores com o texto no nome";
    CommandShow: "tells a finished game", "conta um jogo acabado";
    CommandReplay: "tells a game move by move, or its board after so many moves (a pass is one)",
        "conta um jogo lance a lance, ou mostra o tabuleiro depois de tantos lances (passar conta)";
    CommandReview: "tells what each move of a finished game was worth beside the best one",
        "diz quanto valeu cada lance de um jogo acabado ao lado do melhor";
    CommandLast: "tells the last placement and what it turned",
        "diz qual foi a última peça e o que virou";
    CommandSay: "says something to those in the room: players to players, spectators to spectators, all to all when the game is over",
        "diz algo a quem está na sala: quem joga a quem joga, quem assiste a quem assiste, todos a todos no fim do jogo";
    CommandPhrase: "says a quick phrase, which each reader is told in their own language",
        "diz uma frase feita, que cada um lê na sua língua";
    CommandChat: "tells what was said last", "conta o que se disse por último";
    CommandMute: "hears somebody no more, or tells who is not heard; it is kept",
        "deixa de ouvir alguém, ou diz quem não se ouve; fica guardado";
    CommandBlock: "keeps somebody away from you, in chat, invitations, pairing and your rooms, and from following you, or tells who is; it is kept",
        "mantém alguém afastado de ti, na conversa, nos convites, nos pares e nas tuas salas, e de te seguir, ou diz quem; fica guardado";
    CommandUnblock: "keeps somebody away no more", "deixa de manter alguém afastado";
    CommandUnmute: "hears somebody again", "volta a ouvir alguém";
    CommandReport: "complains to the operator of the server of what somebody said last",
        "queixa-se a quem gere o servidor do que alguém disse por último";
    CommandWho: "tells who sits where, who is connected and who watches, of those who wish to be named: `who on` names you too where you watch",
        "diz quem está sentado onde, quem está ligado e quem assiste, de quem o quer mostrar: `who on` mostra também o teu nome onde assistes";
    CommandFollow: "follows a player of this room from game to game: when this one is over, you watch the next; `follow off`, leaving or taking a seat ends it",
        "segue alguém desta sala de jogo em jogo: quando este acaba, assistes ao seguinte; `follow off`, sair ou ocupar um lugar acaba com isso";
    CommandScore: "tells the disc counts, and the result when it is over",
        "diz quantas peças há, e o resultado quando o jogo acaba";
    CommandClock: "tells what both clocks show", "diz o que mostram os dois relógios";
    CommandMoves: "tells the moves so far", "diz os lances até agora";
    CommandSymbols: "changes the two symbols that discs are drawn with, as in C #,@ or C # @",
        "muda os dois símbolos das peças, como em C #,@ ou C # @";
    CommandWait: "reads on when there is something for you to do, when the game is over, or when your own offer is answered",
        "continua a ler quando há algo para fazeres, quando o jogo acaba ou quando a tua proposta tem resposta";
    CommandQuit: "leaves and ends; a seat in a running game stays yours",
        "sai e termina; o lugar num jogo em curso continua teu";
}
