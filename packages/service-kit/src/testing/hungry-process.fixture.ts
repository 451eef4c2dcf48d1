/** Prints its environment, then allocates the MB of memory in its argument, outside the heap of JavaScript. */
const wanted = Number(process.argv[2]);
process.stdout.write(`begun with environment ${JSON.stringify(process.env)}\n`);
const taken: Buffer[] = [];
while (taken.length < wanted) taken.push(Buffer.alloc(1024 * 1024, 1));
process.stdout.write(`ended with ${taken.length} MB\n`);
