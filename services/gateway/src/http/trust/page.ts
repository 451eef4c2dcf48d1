import { createHash, type X509Certificate } from 'node:crypto';
import { commonNameOf } from './apple-profile.ts';
import { escapeText } from './escape-text.ts';
import { type TrustLanguage, type TrustTexts, trustTexts } from './texts.ts';

/** Content of the page. */
export interface TrustPage {
  readonly language: TrustLanguage;
  /** Undefined for a certificate that the operator installed. */
  readonly authority: X509Certificate | undefined;
  /** Address of the cell over HTTPS; undefined without TLS. */
  readonly secureURL: string | undefined;
  /** Address of this page for other devices, with its QR code; undefined if they cannot reach it. */
  readonly shared: { readonly url: string; readonly svg: string } | undefined;
}

const style = `
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }
body { max-width: 44rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 1.75rem; }
code { overflow-wrap: anywhere; }
.fingerprint { display: block; padding: .75rem; border: 1px solid; border-radius: .5rem; font-size: 1.05rem; }
.button { display: inline-block; margin: 0 .5rem .5rem 0; padding: .75rem 1rem; border: 1px solid; border-radius: .5rem; }
.qr { width: 14rem; padding: .5rem; background: #fff; border-radius: .5rem; }
.qr svg { display: block; width: 100%; height: auto; }
summary { padding: .5rem 0; font-weight: 600; cursor: pointer; }
`;

/** Content policy of the page: its own style, and nothing else. */
export const trustPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'`;

/** Renders the page without scripts: it must also work in a browser that does not trust the cell yet. */
export function renderTrustPage(page: TrustPage): string {
  const text = trustTexts[page.language];
  const other = page.language === 'en' ? 'de' : 'en';
  return `<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text.title} · Cellwright</title>
<style>${style}</style>
</head>
<body>
<nav><a href="/trust?lang=${other}" lang="${other}">${text.other}</a></nav>
<main>
<h1>${text.title}</h1>
${page.secureURL === undefined ? `<p>${text.noTLS}</p>` : renderSteps(text, page, page.secureURL)}
<h2>${text.qrTitle}</h2>
${page.shared ? renderShared(text, page.shared) : `<p>${text.onlyHere}</p>`}
</main>
</body>
</html>
`;
}

function renderSteps(text: TrustTexts, { authority }: TrustPage, secureURL: string): string {
  const link = `<p><a href="${escapeText(secureURL)}">${escapeText(secureURL)}</a></p>`;
  if (!authority) return `<p>${text.ownCertificate}</p>\n${link}`;
  return `<p>${text.intro}</p>
<h2>${text.compareTitle}</h2>
<p>${text.compare}</p>
<p>${escapeText(commonNameOf(authority))}</p>
<code class="fingerprint" data-testid="fingerprint">${authority.fingerprint256}</code>
<h2>${text.downloadTitle}</h2>
<p><a class="button" href="/trust/ca.crt" download="cellwright-ca.crt">${text.download}</a>
<a class="button" href="/trust/ca.mobileconfig">${text.profile}</a></p>
<h2>${text.installTitle}</h2>
${text.systems.map(({ name, steps }) => `<details><summary>${name}</summary><ol>${steps.map((step) => `<li>${step}</li>`).join('')}</ol></details>`).join('\n')}
<h2>${text.openTitle}</h2>
<p>${text.open}</p>
${link}`;
}

function renderShared(text: TrustTexts, { url, svg }: { readonly url: string; readonly svg: string }): string {
  return `<div class="qr" role="img" aria-label="${text.qrAlt}">${svg}</div>
<p><code>${escapeText(url)}</code></p>`;
}
