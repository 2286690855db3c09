import mongoose from 'mongoose';

/** How long the database gets for one call of a request, in milliseconds: after that nobody waits for it any more. */
export const queryTimeoutMs = 15_000;

/** The same for a search by the driver itself, which knows nothing of the settings of mongoose. */
export const queryTimeoutOptions = () => ({ maxTimeMS: mongoose.get('maxTimeMS') ?? queryTimeoutMs });
