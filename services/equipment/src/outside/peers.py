"""Protocols of devices by others than this project: a server or a client of one, told on the command line.

It writes one line of JSON when it is ready, or what came of it, and ends when its input does.
"""

import ftplib
import io
import json
import sys
import threading


def tell(value):
    print(json.dumps(value), flush=True)


def ftp_server(folder):
    """A real server of files in a real folder; serves until the input ends."""
    import logging

    from pyftpdlib.authorizers import DummyAuthorizer
    from pyftpdlib.handlers import FTPHandler
    from pyftpdlib.servers import ThreadedFTPServer

    logging.disable(logging.CRITICAL)
    authorizer = DummyAuthorizer()
    authorizer.add_user("cell", "secret", folder, perm="elradfmw")

    class Handler(FTPHandler):
        pass

    Handler.authorizer = authorizer
    server = ThreadedFTPServer(("127.0.0.1", 0), Handler)
    tell({"port": server.socket.getsockname()[1]})
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdin.read()


def ftp_client(port):
    """What the client of Python's own library finds at a server: a file sent, listed, fetched and deleted."""
    ftp = ftplib.FTP()
    ftp.connect("127.0.0.1", int(port), timeout=10)
    ftp.login("cell", "secret")
    content = b"O1234\r\nM30\n\x00\xff"
    ftp.storbinary("STOR O1234.nc", io.BytesIO(content))
    listed = {name: facts for name, facts in ftp.mlsd()}
    names = ftp.nlst()
    fetched = io.BytesIO()
    ftp.retrbinary("RETR O1234.nc", fetched.write)
    size = ftp.size("O1234.nc")
    ftp.set_pasv(True)
    ftp.af = 10  # Asks for a port by EPSV, as for the newer protocol.
    lines = []
    ftp.retrlines("LIST", lines.append)
    ftp.delete("O1234.nc")
    refused = ""
    try:
        ftp.size("O1234.nc")
    except ftplib.error_perm as error:
        refused = str(error)
    ftp.quit()
    tell(
        {
            "isSame": fetched.getvalue() == content,
            "size": size,
            "names": names,
            "facts": listed["O1234.nc"],
            "lines": len(lines),
            "refused": refused,
        }
    )


programs = {"ftp-server": ftp_server, "ftp-client": ftp_client}

if __name__ == "__main__":
    programs[sys.argv[1]](*sys.argv[2:])
