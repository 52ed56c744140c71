-- Version 2. Which room a request has opened is asked by other servers too.
CREATE INDEX room_request ON room (session, request) WHERE NOT closed;
