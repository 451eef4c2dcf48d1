import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ProductError } from '@cellwright/domain/basics';
import { identityPose } from '@cellwright/geometry';
import type { CellClient } from './cell-client.ts';
import { type CellTask, runTask } from './run-task.ts';
import { readPlace, readUnit, unitNames } from './scene-options.ts';

const usage = `Adds objects around the arm of the cell that runs on this machine: the planner avoids them.

  npm run -s scene -- list
  npm run -s scene -- upload FILE
  npm run -s scene -- add FILE [--name NAME] [--at X,Y,Z] [--unit mm]
  npm run -s scene -- remove ID

  upload  stores a mesh (STL, OBJ, glTF or GLB, at most 8 MiB) and prints its address
  add     uploads a mesh and adds it as an object, which is an obstacle
  --at    position of the frame of the file, in metres from the base of the arm. Default 0,0,0
  --unit  unit of the file: m, mm, cm or inch. Default m

The cell is found through its data folder (CELLWRIGHT_DATA, default .data).`;

process.exitCode = await runTask(readTask(process.argv.slice(2)), usage);

function readTask(args: string[]): CellTask | string {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        at: { type: 'string', default: '0,0,0' },
        unit: { type: 'string', default: 'm' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    const [command, subject, ...rest] = positionals;
    if (values.help || command === undefined) return usage;
    if (command === 'list' && subject === undefined) return listObjects;
    if (subject === undefined || rest.length > 0) return `Name one file or one object.\n\n${usage}`;
    if (command === 'remove') return (cell) => removeObject(cell, subject);
    if (command === 'upload') return (cell) => uploadFile(cell, subject);
    if (command !== 'add') return `Unknown command '${command}'.\n\n${usage}`;
    const scale = readUnit(values.unit);
    if (scale === undefined) return `--unit must be one of ${unitNames.join(', ')}`;
    const place = readPlace(values.at);
    if (place === undefined) return '--at needs three numbers: --at 0.5,0,0.2';
    const [x, y, z] = place;
    const pose = { ...identityPose, x, y, z };
    return async (cell) => {
      const { name, fileURL } = await upload(cell, subject);
      const object = { name: values.name ?? name.replace(/\.[^.]+$/, ''), fileName: name, fileURL, scale, pose };
      const { id } = await cell.createObject(object);
      return { text: `${id}  ${object.name} added as an obstacle`, code: 0 };
    };
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${usage}`;
  }
}

async function listObjects(cell: CellClient) {
  const lines = (await cell.listObjects()).map(({ id, name, fileName }) =>
    `${id}  ${name}  ${fileName ?? ''}`.trimEnd(),
  );
  return { text: lines.length > 0 ? lines.join('\n') : 'No objects', code: 0 };
}

async function removeObject(cell: CellClient, id: string) {
  await cell.removeObject(id);
  return { text: `Removed ${id}`, code: 0 };
}

async function uploadFile(cell: CellClient, path: string) {
  const { fileURL, triangleCount } = await upload(cell, path);
  return { text: `${fileURL}  ${triangleCount} triangles`, code: 0 };
}

function upload(cell: CellClient, path: string) {
  return cell.uploadMesh(basename(path), readFile(path));
}

function readFile(path: string): Uint8Array {
  try {
    // npm runs commands in the project's root, regardless of the user's folder.
    return readFileSync(resolve(process.env.INIT_CWD ?? process.cwd(), path));
  } catch (cause) {
    throw new ProductError('not_found', `Cannot read ${path}. Give the path of a mesh file`, undefined, { cause });
  }
}
