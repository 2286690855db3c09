/** Factor on the time-outs of turns and threads. Tests set more: a busy machine refuses nothing then. */
export const patience = { factor: 1 };
