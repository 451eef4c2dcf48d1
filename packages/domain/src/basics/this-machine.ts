/** Caller with the key in the data folder of a cell: the command line on the machine of the cell. */
export const thisMachine = { subjectID: 'admin', name: 'This machine' } as const;

/** A browser whose session has ended, and which may still stop the robots. */
export const signedOutScreen = { subjectID: 'signed-out-screen', name: 'a signed-out screen' } as const;
