import { suggestedEmail } from './email-suggestion.js';

describe('a mistyped address', () => {
  const meant = {
    'gmail.com':
      'gmial.com gmal.com gmai.com gamil.com gnail.com gmaill.com gmaul.com gmail.con gmail.cmo gmail.ocm gmail.co gmail.cm gmail.om gmial.con gmail.comm gmail.ca gmail.net gmail.fr gmsil.com ggmail.com gail.com gmeil.com gmaail.com gmali.com GMIAL.COM gmail.vom',
    'hotmail.com':
      'hotmial.com hotmal.com hotmai.com hotmil.com hormail.com hotmaill.com hotamil.com htomail.com hotmail.con hotmail.co hotmail.cm homtail.com hotnail.com hptmail.com hotmaul.com hoymail.com',
    'hotmail.ca': 'hotmial.ca hotmal.ca hotmaill.ca hormail.ca',
    'outlook.com':
      'outlok.com outloook.com outllook.com oulook.com outlook.con outlook.cm otulook.com outlokk.com',
    'yahoo.com': 'yaho.com yhaoo.com yahooo.com yahoo.con yhoo.com yahho.com yajoo.com yahoo.co yaoo.com',
    'yahoo.ca': 'yaho.ca yahooo.ca yhaoo.ca',
    'icloud.com': 'iclod.com icloud.con iclould.com icoud.com icluod.com icloud.ca icloud.co',
    'live.com': 'lvie.com livee.com live.con live.cm',
    'live.ca': 'liev.ca livve.ca',
    'me.com': 'me.con em.com',
    'protonmail.com': 'protonmial.com protonmal.com protonmail.con',
    'proton.me': 'protno.me protton.me',
    'bell.net': 'bel.net blel.net bell.nte',
    'rogers.com': 'rogres.com roggers.com rogers.con rogers.co',
    'shaw.ca': 'shwa.ca shaaw.ca',
    'telus.net': 'tleus.net telus.nett telus.ne',
    'sympatico.ca': 'sympatcio.ca simpatico.ca sympatco.ca sympattico.ca',
    'videotron.ca': 'videotorn.ca vidéotron.ca vidoetron.ca videotro.ca',
    'cogeco.ca': 'coegco.ca coggeco.ca',
    'company.com': 'company.con company.cmo company.ocm',
    'trips.example.org': 'trips.example.rog',
  };
  const cases = Object.entries(meant).flatMap(([right, typed]) =>
    typed.split(' ').map((domain) => [domain, right] as const),
  );

  it.each(cases)('at %s is asked about as %s', (domain, right) => {
    expect(suggestedEmail(`Ann.Lee+trip@${domain}`)).toBe(`Ann.Lee+trip@${right}`);
  });

  const right = [
    'gmail.com hotmail.com outlook.com yahoo.com icloud.com me.com mac.com msn.com aol.com live.com proton.me protonmail.com',
    'hotmail.ca live.ca yahoo.ca outlook.ca bell.net rogers.com shaw.ca telus.net sympatico.ca videotron.ca cogeco.ca eastlink.ca sasktel.net',
    'gmx.com gmx.net gmx.de gmx.ch mail.com email.com ymail.com hotmail.fr hotmail.co.uk hotmail.de live.fr live.nl yahoo.fr yahoo.co.uk yahoo.co.in yahoo.com.au yahoo.de outlook.fr outlook.com.br msn.ca',
    'googlemail.com rocketmail.com fastmail.com zoho.com hey.com pm.me aim.com bell.ca telus.com laposte.net orange.fr free.fr web.de t-online.de qq.com 163.com naver.com mail.ru yandex.ru',
    'comcast.net verizon.net att.net cox.net nb.sympatico.ca ualberta.ca utoronto.ca gc.ca ontario.ca quebec.ca',
    'company.com company.co company.ca company.cm acme.io shop.app startup.ai agency.co.th kasikornbank.com example.org',
    'dell.net bill.net ball.com well.net show.ca shawn.ca thaw.ca love.com life.com five.com olive.com liveoak.com we.com be.com meta.com mes.com',
    'rodgers.com roger.com rogerscorp.com telos.net tells.net plus.net aon.com ao.com msc.com mns.ca proto.me iclub.com hotelmail.net mailbox.org',
    'outlookgroup.com yahoogroups.com gmailer.org protonvpn.com video.ca geco.ca coco.ca trips.com thailand-trips.com novascotia.ca sobeys.com',
  ].flatMap((line) => line.split(' '));

  it.each(right)('is not supposed at %s', (domain) => {
    expect(suggestedEmail(`ann@${domain}`)).toBeUndefined();
  });

  it.each(['', 'ann', 'ann@', 'ann@gmial', '@gmial.com', `${'a'.repeat(250)}@gmial.com`])(
    'is not supposed where "%s" is no address',
    (email) => {
      expect(suggestedEmail(email)).toBeUndefined();
    },
  );
});
