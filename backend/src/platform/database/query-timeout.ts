import mongoose from 'mongoose';

/** Timeout of a database operation in a request, in milliseconds; shorter than the response timeout. */
export const queryTimeoutMs = 15_000;

/** The timeout as options of the driver's own `find`, to which mongoose's settings do not apply. */
export const queryTimeoutOptions = () => ({ maxTimeMS: mongoose.get('maxTimeMS') ?? queryTimeoutMs });
