import { readStatement, type ReadOptions } from '../read-statement.js';
import { encoded, openChoices } from '../testing.js';

const file = (text: string) => `Date,Description,Amount\n2026-11-21,${text.replaceAll(',', '')},5.00`;
const read = (encoding: string, text: string, options: ReadOptions = {}) =>
  readStatement(encoded(encoding, text), 'CAD', options);

describe('a text of one byte per letter', () => {
  it.each([
    ['windows-874', 'รับโอน จาก นาง เจน สมิธ'],
    ['windows-874', 'ถอนเงินสด สาขา สีลม'],
    ['windows-1251', 'Перевод от Иванова Анна'],
    ['windows-1251', 'ОПЛАТА ТОВАРОВ И УСЛУГ'],
    ['windows-1250', 'Przelew przychodzący Małgorzata Żółć'],
    ['windows-1250', 'Wpłata gotówki'],
    ['windows-1250', 'Wojciech Gdańsk'],
    ['windows-1250', 'Świątek'],
    ['windows-1250', 'Příchozí platba Růžena Dvořáková'],
    ['windows-1250', 'Jiří Kříž'],
    ['windows-1250', 'Ondřej Horáček'],
    ['windows-1250', 'Zdeněk Novák'],
    ['windows-1250', 'Nikolić Kovač'],
    ['windows-1250', 'Átutalás Kőszegi Gyűrű'],
    ['windows-1250', 'Bogdăn Ştefan'],
    ['windows-1252', 'Virement reçu de Zoë Lefèvre, Crème brûlée n° 5'],
    ['windows-1252', 'Überweisung Jürgen Groß'],
    ['windows-1252', 'Transferência São João nº 5'],
    ['windows-1252', 'CAFÉ £5 ESPÈCES'],
    ['windows-1252', 'Crédit à ÉLOÏSE'],
    ['windows-1252', 'Zoë O’Brien ½ €'],
    ['windows-1252', 'Frais de chèque'],
    ['windows-1252', 'Virement à Loïc Rivière'],
    ['windows-1252', 'Geneviève Père'],
    ['windows-1252', 'Intérêt'],
    ['windows-1252', 'Août, coût'],
    ['windows-1252', 'Sœur'],
    ['windows-1252', 'Muñoz Peña'],
    ['windows-1252', 'Søren Kærgaard'],
    ['windows-1252', 'João'],
  ])('in %s is read by its letters, without a question: %s', (encoding, text) => {
    const reading = read(encoding, file(text));
    expect(reading.rows[0]?.text).toBe(text.replaceAll(',', ''));
    expect(reading).toMatchObject({ encoding, questions: ['confirm'] });
    expect(reading.decisions?.[0]).toMatchObject({ on: 'encoding', isOpen: false });
  });

  it.each(['ΑΓΟΡΑ ΜΕ ΚΑΡΤΑ', 'Μεταφορά από Γεώργιος'])(
    'in Greek may be in Cyrillic as well, and is asked about: %s',
    (text) => {
      const examples = openChoices('encoding', read('windows-1253', file(text))).map(
        ({ example }) => example,
      );
      expect(examples).toHaveLength(2);
      expect(examples).toContainEqual({ row: 2, text });
    },
  );

  it.each([
    ['windows-1250', 'Szűcs', ['Szûcs', 'Szűcs']],
    ['windows-1252', 'Inês', ['Inês', 'Inęs']],
    ['windows-1252', 'prêt', ['prêt', 'pręt']],
  ])('in %s is asked about where two encodings fit: %s', (encoding, text, [western, central]) => {
    const bytes = encoded(encoding, file(`SHOP ${text}`));
    const reading = readStatement(bytes, 'CAD');
    expect(reading.questions).toEqual(['encoding', 'confirm']);
    expect(openChoices('encoding', reading)).toMatchObject([
      { value: { encoding: 'windows-1252' }, example: { text: `SHOP ${western}` } },
      { value: { encoding: 'windows-1250' }, example: { text: `SHOP ${central}` } },
    ]);
    const said = readStatement(bytes, 'CAD', { encoding: 'windows-1250' });
    expect(said).toMatchObject({ questions: ['confirm'], rows: [{ text: `SHOP ${central}` }] });
  });

  it('is read by its letters wherever they begin', () => {
    const rows = '2026-11-20,PAYMENT OF A BILL,5.00\n'.repeat(2500);
    const text = `${file('A')}\n${rows}2026-11-21,Перевод от Иванова Анна,5.00`;
    expect(read('windows-1251', text).rows.at(-1)?.text).toBe('Перевод от Иванова Анна');
  });

  it('is asked about between Cyrillic and Latin letters where both fit', () => {
    const reading = read('windows-1251', file('Анна'));
    expect(openChoices('encoding', reading)).toMatchObject([
      { value: { encoding: 'windows-1251' }, example: { text: 'Анна' } },
      { value: { encoding: 'windows-1252' }, example: { text: 'Àííà' } },
    ]);
  });

  it('is not asked about where only rows differ that are left out, or columns that are not read', () => {
    const rows = 'Date,Description,Amount,Status\n2026-11-21,Szűcs,5.00,Pending\n2026-11-22,JANE,5.00,Booked';
    expect(read('windows-1250', rows)).toMatchObject({ questions: ['confirm'], rows: [{ text: 'JANE' }] });
    const header = 'Date,Szűcs,Description,Amount\n2026-11-21,1,JANE,5.00\n2026-11-22,2,BOB,5.00';
    expect(read('windows-1250', header).questions).toEqual(['confirm']);
  });

  it('is in the encoding that the confirmed files of its layout were in, and in the one that it names', () => {
    const text = file('Szűcs');
    const { mapping, contents } = read('windows-1250', text, { encoding: 'windows-1250', confirmed: true });
    const remembered = () => ({ mapping: mapping!, seen: contents });
    const next = read('windows-1250', file('Inęs'), { remembered });
    expect(next).toMatchObject({ questions: [], encoding: 'windows-1250', rows: [{ text: 'Inęs' }] });
    expect(
      read('windows-1250', file('Prêt'.replace('ê', 'ę')), { remembered: () => undefined }).questions,
    ).toEqual(['encoding', 'confirm']);
    const ofx = (charset: number) =>
      `OFXHEADER:100\nENCODING:USASCII\nCHARSET:${charset}\n<OFX><CURDEF>CAD<STMTTRN><DTPOSTED>20261111<TRNAMT>5.00<NAME>Szűcs</STMTTRN></OFX>`;
    for (const [charset, name] of [
      [1252, 'Szûcs'],
      [1250, 'Szűcs'],
    ] as const)
      expect(read('windows-1250', ofx(charset))).toMatchObject({ questions: [], rows: [{ text: name }] });
  });

  it.each([
    [
      'MT940',
      ':20:1\n:25:123\n:60F:C261101CAD0,00\n:61:2611211121C5,00NTRFNONREF\n:86:Szűcs\n:62F:C261130CAD5,00\n-',
    ],
    ['QIF', '!Type:Bank\nD11/21/2026\nT5.00\nPSzűcs\n^'],
    ['OFX', '<OFX><CURDEF>CAD<STMTTRN><DTPOSTED>20261111<TRNAMT>5.00<NAME>Szűcs</STMTTRN></OFX>'],
  ])('is asked about in %s, too', (_, text) => {
    const reading = read('windows-1250', text);
    expect(reading.questions).toEqual(['encoding']);
    const said = read('windows-1250', text, { encoding: 'windows-1250' });
    expect(said.questions).toEqual([]);
    expect(said.rows[0]?.text).toContain('Szűcs');
  });

  it('of Unicode has no encoding to decide on', () => {
    const reading = readStatement(Buffer.from(file('Szűcs')), 'CAD', { encoding: 'windows-1250' });
    expect(reading).toMatchObject({ questions: ['confirm'], rows: [{ text: 'Szűcs' }] });
    expect(reading).not.toHaveProperty('encoding');
  });
});
