//! How the bots play: the server's own English, and other languages beside it.

use reversi_protocol::BotKind;

use super::language::Language;

/// Returns how a bot plays; the server's own words where nothing else is known of it here.
pub(super) fn bot(language: Language, bot: &BotKind) -> &str {
    let own = BOTS.iter().find(|(name, _)| *name == bot.name.as_str());
    let cell = (language as usize).checked_sub(1).zip(own);
    cell.map_or(&bot.description, |(column, (_, cells))| cells[column])
}

/// A bot's name, and how it plays in every language but English.
type Row = (&'static str, [&'static str; Language::ALL.len() - 1]);

#[rustfmt::skip]
pub(super) const BOTS: &[Row] = &[
    ("level-1", ["novato: apanha peças e não repara nas respostas"]),
    ("level-2", ["principiante: vê a tua resposta, ainda gosta de peças"]),
    ("level-3", ["aprendiz: conhece os cantos, erra muitas vezes"]),
    ("level-4", ["jogador ocasional: erra de vez em quando"]),
    ("level-5", ["jogador treinado: erra um pouco, joga os últimos 7 lances sem erro"]),
    ("level-6", ["jogador de clube: erros pequenos, joga os últimos 9 lances sem erro"]),
    ("level-7", ["bom jogador de clube: poucos erros, joga os últimos 12 lances sem erro"]),
    ("level-8", ["forte: raramente erra, joga os últimos 14 lances sem erro"]),
    ("level-9", ["perito: varia entre os melhores, joga os últimos 18 lances sem erro"]),
    ("level-10", ["mestre: o melhor do motor, pensa um segundo, joga os últimos 22 lances sem erro"]),
    ("stable", ["junta peças que já não se podem virar (referido no relatório 000)"]),
    ("000-easy", ["joga ao acaso numa casa válida (relatório 000, easy)"]),
    ("000-medium", ["vira o mais possível de peças (relatório 000, medium)"]),
    ("000-hard", ["toma cantos; senão, deixa poucos lances ao adversário (relatório 000, hard)"]),
    ("000-competitive", ["procura casas valiosas 10 lances adiante (relatório 000, competitive)"]),
    ("000-hint", ["joga na casa válida que por si só vale mais (relatório 000, hint)"]),
    ("001-easy", ["joga ao acaso numa casa válida (relatório 001, easy)"]),
    ("001-medium", ["toma cantos, depois bordas, depois o mais de peças (relatório 001, medium)"]),
    ("001-hard", ["procura cantos, bordas e peças 5 a 8 lances adiante (relatório 001, hard)"]),
    ("002-easy", ["salta até três casas válidas e joga na seguinte (relatório 002, easy)"]),
    ("002-normal", ["vira o mais possível de peças (relatório 002, normal)"]),
    ("003-easy", ["joga na primeira casa válida a contar de cima à esquerda (relatório 003, easy)"]),
    ("003-medium", ["toma as melhores casas da sua tabela depois do seu lance (relatório 003, medium)"]),
    ("003-hard", ["toma as melhores casas da sua tabela, 3 lances adiante (relatório 003, hard)"]),
    ("004-level-1", ["a primeira casa válida; pesa o que vira num quarto dos seus lances (relatório 004, level 1)"]),
    ("004-level-2", ["a primeira casa válida; pesa o que vira em metade dos seus lances (relatório 004, level 2)"]),
    ("004-level-3", ["pesa o que vira contra o que vira a melhor resposta (relatório 004, level 3)"]),
];
