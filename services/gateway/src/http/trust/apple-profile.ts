import { createHash, type X509Certificate } from 'node:crypto';
import { escapeText } from './escape-text.ts';

/** Returns a configuration profile that installs the certificate authority on iPads, iPhones and Macs. */
export function renderAppleProfile(authority: X509Certificate): string {
  const name = escapeText(commonNameOf(authority));
  const base64 = authority.raw.toString('base64').replace(/.{1,64}/g, '    $&\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>PayloadContent</key>
  <array><dict>
    <key>PayloadCertificateFileName</key><string>cellwright-ca.crt</string>
    <key>PayloadContent</key><data>
${base64}    </data>
    <key>PayloadDisplayName</key><string>${name}</string>
    <key>PayloadIdentifier</key><string>cellwright.authority.${idOf(authority, 'certificate')}</string>
    <key>PayloadType</key><string>com.apple.security.root</string>
    <key>PayloadUUID</key><string>${idOf(authority, 'certificate')}</string>
    <key>PayloadVersion</key><integer>1</integer>
  </dict></array>
  <key>PayloadDisplayName</key><string>${name}</string>
  <key>PayloadIdentifier</key><string>cellwright.${idOf(authority, 'profile')}</string>
  <key>PayloadType</key><string>Configuration</string>
  <key>PayloadUUID</key><string>${idOf(authority, 'profile')}</string>
  <key>PayloadVersion</key><integer>1</integer>
</dict>
</plist>
`;
}

export function commonNameOf({ subject }: X509Certificate): string {
  const [, name = 'Cellwright'] = /^CN=(.*)$/m.exec(subject) ?? [];
  // Node escapes special characters of distinguished names.
  return name.replace(/\\(.)/g, '$1');
}

/** Same id for the same authority: a profile that is installed again replaces itself. */
function idOf({ fingerprint256 }: X509Certificate, part: string): string {
  const hex = createHash('sha256').update(`${part} ${fingerprint256}`).digest('hex').toUpperCase();
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
