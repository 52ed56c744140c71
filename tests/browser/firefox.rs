//! That the page is no matter of one browser: a game in a real Firefox.

use reversi_tests::{Firefox, ServerProcess};

#[tokio::test]
async fn a_game_with_a_bot_is_played_in_firefox() {
    let Some(page) = Firefox::start().await else { return };
    let server = ServerProcess::start().await;
    page.go(&format!("http://{}/", server.address())).await;
    for selector in ["#play-bot", "#bot-level-1", "#form-go"] {
        page.click(selector).await;
    }
    page.until("document.activeElement.matches('#name-field')").await;
    page.type_text("Ann\n").await;
    for ply in [1, 3, 5] {
        page.until("document.querySelector('.board.mine')").await;
        page.click(".legal").await;
        page.until(&format!("document.querySelectorAll('.move').length > {ply}")).await;
    }
    page.until("document.querySelector('.board.mine')").await;
    page.click("#do-resign").await;
    page.click("dialog button[value=yes]").await;
    page.until("document.querySelector('.status').textContent.startsWith('White wins')").await;
    assert_eq!(page.faults(), Vec::<String>::new());
}
