/** The version of the application: that of package.json and of CHANGELOG.md. */
export const version = '2.0.0';
