"""Makes two states of a repository with python-tuf: FOLDER/first is honest, FOLDER/second is the attack named by the second argument."""
import copy
import json
import shutil
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path

from securesystemslib.signer import CryptoSigner
from tuf.api.metadata import Metadata, MetaFile, Root, Snapshot, TargetFile, Targets, Timestamp

folder, attack = Path(sys.argv[1]), sys.argv[2]
now = datetime.now(timezone.utc).replace(microsecond=0)
roles = ["root", "targets", "snapshot", "timestamp"]
signers = {role: [CryptoSigner.generate_ed25519() for _ in range(2)] for role in roles}


def sign(metadata, role, keys=None):
    metadata.signatures.clear()
    for signer in keys or signers[role]:
        metadata.sign(signer, append=True)
    return metadata.to_bytes()


def write(state, version, expires=timedelta(days=7), keys=None, extra=None):
    """Writes targets, snapshot and timestamp of a version."""
    target = folder / state
    (target / "metadata").mkdir(parents=True, exist_ok=True)
    (target / "metadata" / "1.root.json").write_bytes(root_bytes)
    build = f"{version}.0"
    manifest = {"buildId": build, "name": f"release/{build}", "imagesToPull": [{"name": "cell", "x86Url": "images/a.tar"}]}
    file = TargetFile.from_data(f"builds/{build}.json", json.dumps(manifest).encode(), ["sha256"])
    file.unrecognized_fields["custom"] = {"build": manifest}
    targets = Metadata(Targets(version=version, expires=now + timedelta(days=7), targets={file.path: file}))
    targets_bytes = sign(targets, "targets", keys and keys.get("targets"))
    snapshot = Metadata(Snapshot(version=version, expires=now + timedelta(days=7)))
    snapshot.signed.meta["targets.json"] = MetaFile.from_data(version, targets_bytes, ["sha256"])
    snapshot_bytes = sign(snapshot, "snapshot")
    timestamp = Metadata(Timestamp(version=version, expires=now + expires))
    timestamp.signed.snapshot_meta = MetaFile.from_data(version, snapshot_bytes, ["sha256"])
    timestamp_bytes = sign(timestamp, "timestamp", keys and keys.get("timestamp"))
    files = {
        f"{version}.targets.json": targets_bytes,
        f"{version}.snapshot.json": snapshot_bytes,
        "timestamp.json": timestamp_bytes,
        **(extra or {}),
    }
    for name, content in files.items():
        (target / "metadata" / name).write_bytes(content)
    return targets


root = Root(version=1, expires=now + timedelta(days=30), consistent_snapshot=True)
for role in roles:
    for signer in signers[role]:
        root.add_key(signer.public_key, role)
    root.roles[role].threshold = 2
root_bytes = sign(Metadata(root), "root")

honest = write("first", 2)
if attack == "none":
    write("second", 3)
elif attack == "rollback":
    write("second", 1)
elif attack == "freeze":
    write("second", 3, expires=timedelta(days=-1))
elif attack == "mixAndMatch":
    other = copy.deepcopy(honest)
    other.signed.version = 3
    other.signed.targets = {}
    write("second", 3, extra={"3.targets.json": sign(other, "targets")})
elif attack == "endlessData":
    write("second", 3, extra={"timestamp.json": b" " * 1_000_000})
elif attack == "wrongKey":
    write("second", 3, keys={"timestamp": [CryptoSigner.generate_ed25519(), CryptoSigner.generate_ed25519()]})
elif attack == "tooFewSignatures":
    write("second", 3, keys={"targets": signers["targets"][:1]})
else:
    shutil.rmtree(folder)
    sys.exit(f"unknown attack {attack}")
