// The health command of the images: 0 when the service in this container is ready. Needs no shell.
const environment = process.env;
const portVariable = { gateway: 'PORT', controller: 'CONTROLLER_ADMIN_PORT' };
const port = environment[portVariable[environment.SERVICE] ?? 'ADMIN_PORT'];
const answer = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(2500) }).catch(
  (error) => ({ ok: false, text: async () => String(error.cause ?? error) }),
);
if (!answer.ok) {
  process.stdout.write(`${await answer.text()}\n`);
  process.exitCode = 1;
}
