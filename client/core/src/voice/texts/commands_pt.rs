//! What the words of line mode do, in Portuguese. English is line mode's own.

/// Returns what a word does; nothing for a word that is not known here.
#[rustfmt::skip]
pub(super) fn help(word: &str) -> Option<&'static str> {
    Some(match word {
        "help" => "diz quais são os comandos, ou o que faz um deles",
        "rooms" => "lista as salas, ou só as que têm o texto no nome ou nos jogadores",
        "new" => "abre uma sala; ficas com as pretas se não disseres outra coisa",
        "both" => "abre uma sala para duas pessoas neste terminal; começa o lado indicado",
        "against" => "abre uma sala contra um bot que joga com X ou O; os níveis 1, 2 e 3 são 000-easy, 000-medium e 000-hard; começa X",
        "compete" => "abre um jogo para a classificação, contra o bot dela, que joga com X ou O",
        "join" => "ocupa um lugar numa sala, ou volta ao teu",
        "watch" => "entra numa sala sem lugar",
        "leave" => "sai da sala; o lugar num jogo em curso continua teu",
        "board" => "mostra o tabuleiro: X pretas, O brancas, a última peça entre parênteses",
        "legal" => "diz quais são as casas válidas e mostra-as como pontos",
        "play" => "põe uma peça: play f5, J f5, J 5,6 e J 5 6 são o mesmo, e f5 sozinho também",
        "hint" => "diz quanto valem as casas válidas, ou onde jogaria um bot, e marca a melhor",
        "suggest" => "marca a casa que o 000 sugere, a de maior peso",
        "undo" => "desfaz o teu último lance e o que veio depois; entre duas pessoas, pede",
        "redo" => "refaz o que foi desfeito, onde desfazer é livre",
        "draw" => "propõe empate",
        "rematch" => "depois do fim, propõe outro jogo nos mesmos lugares",
        "swap" => "propõe trocar de lugares, antes do primeiro lance ou depois do fim",
        "allow-hints" => "pede dicas a partir de agora",
        "adjourn" => "pede para parar aqui e continuar noutra altura",
        "resume" => "continua um jogo adiado quando os dois estão presentes",
        "yes" => "aceita o que o outro lado propõe",
        "no" => "recusa o que o outro lado propõe",
        "withdraw" => "retira a tua proposta",
        "resign" => "desiste do jogo; pede primeiro `resign yes`",
        "bots" => "lista os bots e como joga cada um",
        "bot" => "põe um bot num lugar livre, no teu, no de um bot, ou no de quem está ausente",
        "free" => "tira um bot de um lugar antes de o jogo começar",
        "ranking" => "mostra a classificação: posição, alcunha, melhor resultado",
        "save" => "grava o jogo com um nome teu, com tudo o que desfazer precisa",
        "load" => "continua um jogo gravado, contra o mesmo bot: na sala onde jogas, ou numa nova",
        "saves" => "lista os teus jogos gravados",
        "remove" => "apaga um jogo gravado",
        "import" => "abre uma sala com o jogo de um ficheiro, com os dois lugares teus; um jogo acabado fica como `file`",
        "export" => "escreve um jogo num ficheiro: o daqui, o importado, ou um acabado",
        "games" => "lista os jogos acabados, primeiro os mais recentes, ou os de jogadores com o texto no nome",
        "show" => "conta um jogo acabado",
        "replay" => "conta um jogo lance a lance, ou mostra o tabuleiro num dado momento",
        "review" => "diz quanto valeu cada lance de um jogo acabado ao lado do melhor",
        "last" => "diz qual foi a última peça e o que virou",
        "who" => "diz quem está sentado onde e quem está ligado",
        "score" => "diz quantas peças há, e o resultado quando o jogo acaba",
        "moves" => "diz os lances até agora",
        "symbols" => "muda os dois símbolos das peças, como em C #,@ ou C # @",
        "wait" => "continua a ler quando há algo para fazeres, quando o jogo acaba ou quando a tua proposta tem resposta",
        "quit" => "sai e termina; o lugar num jogo em curso continua teu",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::COMMANDS;

    #[test]
    fn every_word_is_explained() {
        for spec in COMMANDS {
            assert!(help(spec.name).is_some(), "{}", spec.name);
        }
    }
}
