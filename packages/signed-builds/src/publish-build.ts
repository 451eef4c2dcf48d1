import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type BuildManifest, buildManifestSchema, buildPathFor } from '@cellwright/domain/software';
import { canonicalJSON } from './canonical-json.ts';
import { addTargets, type RepositoryKeys, type RepositoryState } from './repository.ts';

/** A build to be published: its description, and the local files by their paths in the repository. */
export interface NewBuild {
  readonly manifest: unknown;
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Adds a build to a repository: its files, and its description as a signed file that also carries it as `custom`.
 * @throws Error when a file is missing, or firmware has another size or checksum than described.
 */
export function publishBuild(folder: string, keys: RepositoryKeys, build: NewBuild, now: Date): RepositoryState {
  const manifest = buildManifestSchema.parse(build.manifest);
  checkFiles(manifest, build.files);
  const files = Object.entries(build.files).map(([path, file]) => ({ path, content: { file } }));
  const description = {
    path: buildPathFor(manifest.buildId),
    content: Buffer.from(canonicalJSON(manifest), 'utf8'),
    custom: { build: manifest },
  };
  return addTargets(folder, keys, [...files, description], now);
}

function checkFiles(manifest: BuildManifest, files: Readonly<Record<string, string>>): void {
  for (const { name, armUrl, x86Url } of manifest.imagesToPull)
    for (const path of [armUrl, x86Url])
      if (path !== undefined && !Object.hasOwn(files, path)) throw new Error(`The image ${name} has no file ${path}`);
  for (const { jointNumber, binaryInfo } of manifest.firmwareInfo) {
    const file = files[binaryInfo.path];
    if (file === undefined) throw new Error(`The firmware of joint ${jointNumber} has no file ${binaryInfo.path}`);
    const bytes = readFileSync(file);
    if (bytes.length !== binaryInfo.size)
      throw new Error(`The firmware of joint ${jointNumber} has ${bytes.length} bytes, not ${binaryInfo.size}`);
    if (createHash('sha256').update(bytes).digest('hex') !== binaryInfo.checksum)
      throw new Error(`The firmware of joint ${jointNumber} has another checksum than described`);
  }
}
