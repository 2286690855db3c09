import type { CSSOptions } from 'vite';
import { type ColorScheme, colors } from '#domain/platform/colors';

type PostCssOptions = Exclude<CSSOptions['postcss'], string | undefined>;

/** The custom property of a colour: `--primary-dark` for `primaryDark`. */
const propertyName = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/**
 * PostCSS options that replace `@colors light;` and `@colors dark;` in a rule with the custom properties of that
 * scheme, so that style sheets, themes and mails take their colours from one place.
 * @throws where a style sheet names another scheme
 */
export const colorProperties: PostCssOptions = {
  plugins: [
    {
      postcssPlugin: 'color-properties',
      AtRule: {
        colors(rule) {
          if (!Object.hasOwn(colors, rule.params)) throw rule.error(`There are no colors "${rule.params}"`);
          rule.replaceWith(
            ...Object.entries(colors[rule.params as ColorScheme]).map(([name, value]) => ({
              prop: propertyName(name),
              value,
            })),
          );
        },
      },
    },
  ],
};
