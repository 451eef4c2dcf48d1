/** Texts of the page about the certificate, in English. */
const en = {
  title: 'Trust this cell',
  intro:
    'This cell made the certificate for its encrypted connection itself. Until your device trusts the certificate authority of the cell, the browser shows a warning. You do this once on each device.',
  compareTitle: '1. Compare the fingerprint',
  compare:
    'The cell prints the SHA-256 fingerprint of its certificate authority when it starts. If it differs from this one, stop: another server is answering instead of the cell. Over plain HTTP this page itself could be altered, so compare the fingerprint that your device shows before you install the file.',
  downloadTitle: '2. Download the certificate authority',
  download: 'Certificate (.crt)',
  profile: 'Profile for iPad, iPhone and Mac (.mobileconfig)',
  installTitle: '3. Install it',
  systems: [
    {
      name: 'iPad and iPhone',
      steps: [
        'Open this page in Safari, download the profile and allow it.',
        'In Settings, tap ‘Profile Downloaded’ and then ‘Install’.',
        'In Settings → General → About → Certificate Trust Settings, turn on full trust for the certificate.',
      ],
    },
    {
      name: 'Android',
      steps: [
        'Download the certificate.',
        'In Settings, search for ‘CA certificate’ and choose ‘Install anyway’.',
        'Select the downloaded file.',
      ],
    },
    {
      name: 'Windows',
      steps: [
        'Download the certificate and open it.',
        'Choose ‘Install Certificate’ and ‘Current User’.',
        'Choose ‘Place all certificates in the following store’ and ‘Trusted Root Certification Authorities’.',
      ],
    },
    {
      name: 'macOS',
      steps: [
        'Download the certificate and open it: it appears in Keychain Access.',
        'Double-click it there, open ‘Trust’ and choose ‘Always Trust’.',
      ],
    },
    {
      name: 'Linux',
      steps: [
        'Copy the certificate to /usr/local/share/ca-certificates/cellwright-ca.crt and run sudo update-ca-certificates.',
        'Chrome and Firefox have their own list: import the file in their settings, under ‘Certificates’ → ‘Authorities’.',
      ],
    },
  ],
  openTitle: '4. Open the cell',
  open: 'Close the browser once, then open:',
  qrTitle: 'Open this page on another device',
  qrAlt: 'QR code with the address of this page',
  onlyHere:
    'Other devices cannot reach this cell: it listens on this machine only. Start it with HTTPS_HOST=0.0.0.0 to serve HTTPS in the network.',
  ownCertificate:
    'This cell uses a certificate that its operator installed. There is nothing to download here: if your device shows a warning, ask the operator for the certificate authority.',
  noTLS:
    'This gateway has no certificate and serves plain HTTP only. Set TLS_CERT_FILE and TLS_KEY_FILE, or end TLS at the proxy in front of it.',
  other: 'Deutsch',
};

export type TrustTexts = typeof en;

const de: TrustTexts = {
  title: 'Dieser Zelle vertrauen',
  intro:
    'Diese Zelle hat das Zertifikat für ihre verschlüsselte Verbindung selbst erstellt. Solange Ihr Gerät der Zertifizierungsstelle der Zelle nicht vertraut, zeigt der Browser eine Warnung. Das ist auf jedem Gerät einmal nötig.',
  compareTitle: '1. Fingerabdruck vergleichen',
  compare:
    'Die Zelle gibt beim Start den SHA-256-Fingerabdruck ihrer Zertifizierungsstelle aus. Weicht er von diesem ab, brechen Sie ab: Etwas anderes antwortet anstelle der Zelle. Über einfaches HTTP kann auch diese Seite verändert sein. Vergleichen Sie deshalb den Fingerabdruck, den Ihr Gerät vor der Installation anzeigt.',
  downloadTitle: '2. Zertifizierungsstelle herunterladen',
  download: 'Zertifikat (.crt)',
  profile: 'Profil für iPad, iPhone und Mac (.mobileconfig)',
  installTitle: '3. Installieren',
  systems: [
    {
      name: 'iPad und iPhone',
      steps: [
        'Öffnen Sie diese Seite in Safari, laden Sie das Profil und erlauben Sie es.',
        'Tippen Sie in den Einstellungen auf „Profil geladen“ und dann auf „Installieren“.',
        'Schalten Sie unter Einstellungen → Allgemein → Info → Zertifikatsvertrauenseinstellungen das volle Vertrauen für das Zertifikat ein.',
      ],
    },
    {
      name: 'Android',
      steps: [
        'Laden Sie das Zertifikat herunter.',
        'Suchen Sie in den Einstellungen nach „CA-Zertifikat“ und wählen Sie „Trotzdem installieren“.',
        'Wählen Sie die heruntergeladene Datei aus.',
      ],
    },
    {
      name: 'Windows',
      steps: [
        'Laden Sie das Zertifikat herunter und öffnen Sie es.',
        'Wählen Sie „Zertifikat installieren“ und „Aktueller Benutzer“.',
        'Wählen Sie „Alle Zertifikate in folgendem Speicher speichern“ und „Vertrauenswürdige Stammzertifizierungsstellen“.',
      ],
    },
    {
      name: 'macOS',
      steps: [
        'Laden Sie das Zertifikat herunter und öffnen Sie es: Es erscheint in der Schlüsselbundverwaltung.',
        'Doppelklicken Sie dort darauf, öffnen Sie „Vertrauen“ und wählen Sie „Immer vertrauen“.',
      ],
    },
    {
      name: 'Linux',
      steps: [
        'Kopieren Sie das Zertifikat nach /usr/local/share/ca-certificates/cellwright-ca.crt und führen Sie sudo update-ca-certificates aus.',
        'Chrome und Firefox haben eine eigene Liste: Importieren Sie die Datei in deren Einstellungen unter „Zertifikate“ → „Zertifizierungsstellen“.',
      ],
    },
  ],
  openTitle: '4. Zelle öffnen',
  open: 'Schließen Sie den Browser einmal und öffnen Sie dann:',
  qrTitle: 'Diese Seite auf einem anderen Gerät öffnen',
  qrAlt: 'QR-Code mit der Adresse dieser Seite',
  onlyHere:
    'Andere Geräte erreichen diese Zelle nicht: Sie ist nur auf diesem Rechner erreichbar. Starten Sie sie mit HTTPS_HOST=0.0.0.0, damit sie HTTPS im Netzwerk anbietet.',
  ownCertificate:
    'Diese Zelle verwendet ein Zertifikat, das ihr Betreiber installiert hat. Hier gibt es nichts herunterzuladen: Zeigt Ihr Gerät eine Warnung, fragen Sie den Betreiber nach der Zertifizierungsstelle.',
  noTLS:
    'Dieses Gateway hat kein Zertifikat und bietet nur einfaches HTTP. Setzen Sie TLS_CERT_FILE und TLS_KEY_FILE, oder beenden Sie TLS am Proxy davor.',
  other: 'English',
};

export const trustTexts = { en, de } as const;
export type TrustLanguage = keyof typeof trustTexts;

/** Returns the requested language, else the first of the browser's that is available. */
export function trustLanguageFor(asked: string | undefined, acceptLanguage = ''): TrustLanguage {
  const wanted = [asked, ...acceptLanguage.split(',')].map((each) => each?.trim().slice(0, 2).toLowerCase());
  return wanted.find((each) => each === 'de' || each === 'en') ?? 'en';
}
