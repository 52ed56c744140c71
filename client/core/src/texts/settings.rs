//! What can be set.

use super::language::{Text, texts};

texts! {
    /// Settings.
    SETTINGS:

    KeptIn: "Kept in {path}", "Guardado em {path}";
    KeptNowhere: "There is no place to keep the settings in.", "Não há onde guardar as definições.";
    SettingLanguage: "language of the texts", "língua dos textos";
    SettingGlyphs: "what discs and lines are drawn with", "com que se desenham peças e linhas";
    SettingColor: "how many colours are used", "quantas cores se usam";
    SettingTheme: "which colours are used", "que cores se usam";
    SettingCell: "size of a square", "tamanho de uma casa";
    SettingDots: "mark legal squares", "marcar as casas válidas";
    SettingPreview: "mark what the cursor would turn", "marcar o que o cursor viraria";
    SettingAnimation: "show discs turning", "mostrar as peças a virar";
    SettingBell: "ring when it is your turn elsewhere", "tocar quando é a tua vez noutra janela";
    SettingMouse: "clicks play instead of selecting text",
        "os cliques jogam em vez de selecionar texto";
    SettingClick: "what a click on a square does", "o que faz um clique numa casa";
    SettingTypedMoves: "what typing a square does", "o que faz escrever uma casa";
    SettingServer: "server to connect to", "servidor a que se liga";
    SettingName: "name that others see", "nome que os outros veem";

    SettingMuted: "whose chat you do not hear, with bars between the names", "quem não ouves na conversa, com barras entre os nomes";
    SettingNamed: "name you to the others where you watch", "dizer o teu nome aos outros onde assistes";
    SettingStrength: "how strong you play, a level of the bots", "quão forte jogas, um nível dos bots";
    SettingBlocked: "who is kept away from you, with bars between the names", "quem é mantido afastado de ti, com barras entre os nomes";
    SettingSymbols: "symbols of the discs line by line", "símbolos das peças linha a linha";

    // Their names.
    NameLanguage: "language", "língua";
    NameGlyphs: "glyphs", "símbolos";
    NameColor: "colours", "cores";
    NameTheme: "theme", "tema";
    NameCell: "square size", "casas";
    NameDots: "dots", "marcas";
    NamePreview: "preview", "previsão";
    NameAnimation: "animation", "animação";
    NameBell: "bell", "campainha";
    NameMouse: "mouse", "rato";
    NameClick: "click", "clique";
    NameTypedMoves: "typed square", "casa escrita";
    NameServer: "server", "servidor";
    NameName: "name", "nome";
    NameMuted: "muted", "não ouvidos";
    NameNamed: "named", "nome à vista";
    NameStrength: "strength", "força";
    NameBlocked: "blocked", "bloqueados";
    NameSymbols: "symbols", "peças";
}
