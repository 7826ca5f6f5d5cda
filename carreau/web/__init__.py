"""The server: tables for people and computers, by websocket and by HTTP, and the page that shows them."""
