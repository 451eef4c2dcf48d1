/** Prints its environment, then takes as many MB of memory as its argument says, outside the heap of JavaScript. */
const wanted = Number(process.argv[2]);
process.stdout.write(`begun with environment ${JSON.stringify(process.env)}\n`);
const taken: Buffer[] = [];
while (taken.length < wanted) taken.push(Buffer.alloc(1024 * 1024, 1));
process.stdout.write(`ended with ${taken.length} MB\n`);
