// Imported, because a set-up file runs again for every test file of a worker, and a module once.
import './patient-waits.ts';
