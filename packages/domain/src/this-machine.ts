/** Whoever shows the key in the data folder of a cell: the command line, on the machine that the cell runs on. */
export const thisMachine = { subjectID: 'admin', name: 'This machine' } as const;
