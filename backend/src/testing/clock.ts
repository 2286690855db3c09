/**
 * Sets the clock of the rate limits to the next quarter of an hour, where the windows of a minute and of a quarter of
 * an hour begin: the requests of a test fall into one window. Earlier tokens may have expired then.
 * `jest.restoreAllMocks()` restores the clock.
 */
export function beginLimitWindows(): void {
  const now = Date.now.bind(Date);
  const quarter = 900_000;
  const ahead = quarter - (now() % quarter);
  jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
}
