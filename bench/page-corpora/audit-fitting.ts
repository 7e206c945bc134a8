import { type Fitting, fit } from './case.ts'

/** Which rules answer which page of the tool audit. What is not listed needs a person. */
export const auditFitting: Readonly<Record<string, Fitting>> = {
  'buttons-empty-alt-attribute-on-image-button': fit(
    'control-without-name',
    'input-image-alt button-name',
  ),
  'buttons-empty-button': fit('control-without-name', 'button-name input-button-name'),
  'buttons-image-button-has-no-alt-attribute': fit(
    'control-without-name',
    'input-image-alt button-name',
  ),
  'buttons-uninformative-alt-attribute-value-on-image-button': fit('alt-says-nothing', ''),
  'colour-and-contrast-focus-not-visible': fit('focus-not-visible contrast-focus-indicator', ''),
  'colour-and-contrast-large-text-does-not-have-a-contrast-ratio-of-at-least-31-so-does-not-meet-aa':
    fit('contrast-text', 'color-contrast'),
  'colour-and-contrast-large-text-does-not-have-a-contrast-ratio-of-at-least-45-1-so-does-not-meet-aaa':
    fit('contrast-text', 'color-contrast'),
  'colour-and-contrast-small-text-does-not-have-a-contrast-ratio-of-at-least-45-1-so-does-not-meet-aa':
    fit('contrast-text', 'color-contrast'),
  'colour-and-contrast-small-text-does-not-have-a-contrast-ratio-of-at-least-71-so-does-not-meet-aaa':
    fit('contrast-text', 'color-contrast'),
  'content-content-is-not-in-correct-reading-order-in-source-code': fit(
    'focus-order reading-order',
    '',
  ),
  'css-content-is-not-readable-and-functional-when-text-is-increased': fit(
    'layout/clipped-text text-cut-when-enlarged',
    '',
  ),
  'css-non-decorative-content-inserted-using-css': fit('words-from-css', ''),
  'css-page-zoom-boxes-that-dont-expand-with-the-text': fit(
    'layout/clipped-text text-cut-when-enlarged',
    '',
  ),
  'forms-empty-label-found': fit('control-without-name label-empty', 'label'),
  'forms-empty-legend': fit('group-without-name', ''),
  'forms-errors-identified-with-a-poor-colour-contrast': fit(
    'contrast-text contrast-field-edge',
    'color-contrast',
  ),
  'forms-field-hint-not-associated-with-input': fit('hint-not-tied', ''),
  'forms-fieldset-without-a-legend': fit('group-without-name', ''),
  'forms-form-control-that-changes-context-without-warning': fit('field-leaves-page', ''),
  'forms-form-element-has-no-label': fit('control-without-name label-only-placeholder', 'label'),
  'forms-group-of-check-boxes-not-enclosed-in-a-fieldset': fit('group-without-name', ''),
  'forms-group-of-radio-buttons-not-enclosed-in-a-fieldset': fit('group-without-name', ''),
  'forms-label-element-with-for-attribute-but-not-matching-id=-attribute-of-form-control': fit(
    'control-without-name label-lost label-only-placeholder',
    'label',
  ),
  'forms-labels-missing-when-they-would-look-clumsy-for-some-form-controls': fit(
    'control-without-name',
    'label',
  ),
  'forms-missing-labels-in-checkboxes': fit('control-without-name', 'label'),
  'forms-non-unique-field-label-found': fit('label-shared', ''),
  'forms-placeholder-no-label': fit('label-only-placeholder', 'label'),
  'forms-two-unique-labels-but-identical-for=-attributes': fit(
    'label-shared control-without-name label-double',
    'form-field-multiple-labels label',
  ),
  'frames-iframe-is-missing-a-title-attribute': fit('', 'frame-title'),
  'frames-iframe-title-attribute-does-not-describe-the-content-or-purpose-of-the-iframe': fit(
    'frame-title-vague',
    '',
  ),
  'headings-empty-heading': fit('heading-empty', 'empty-heading'),
  'headings-headings-not-structured-in-a-hierarchical-manner': fit(
    'heading-order',
    'heading-order',
  ),
  'headings-missing-h1': fit('heading-one-top', 'page-has-heading-one'),
  'headings-text-formatting-used-instead-of-an-actual-heading': fit('heading-only-styled', ''),
  'html-deprecated-center-element': fit('markup-obsolete', ''),
  'html-deprecated-font-element': fit('markup-obsolete', ''),
  'html-duplicate-id': fit('id-duplicate', 'duplicate-id duplicate-id-aria duplicate-id-active'),
  'html-invalid-aria-role-names': fit('', 'aria-roles'),
  'html-start-and-close-tags-dont-match': fit('markup-broken', ''),
  'images-a-distraction-is-present-an-animated-gif': fit('weight/motion', ''),
  'images-image-alt-attribute-contains-image-file-name': fit('alt-says-nothing', ''),
  'images-image-has-alt-and-title-that-are-different': fit('alt-and-title', ''),
  'images-image-has-empty-alt-and-non-empty-title': fit('alt-and-title', ''),
  'images-image-that-conveys-information-has-inappropriate-alt-text': fit('alt-says-nothing', ''),
  'images-image-with-no-alt-attribute': fit('interaction/source-alt', 'image-alt'),
  'images-image-with-presentation-role-has-non-empty-alt': fit(
    'alt-and-role',
    'presentation-role-conflict',
  ),
  'keyboard-access-accesskey-attribute-used': fit('shortcut-of-one-key', 'accesskeys'),
  'keyboard-access-concertina-items-dont-get-keyboard-focus': fit('control-not-for-keyboard', ''),
  'keyboard-access-dropdown-navigation-only-the-top-level-items-receive-focus': fit(
    'hover-only',
    '',
  ),
  'keyboard-access-fake-button-is-not-keyboard-accessible': fit(
    'control-not-for-keyboard control-without-role',
    '',
  ),
  'keyboard-access-focus-order-in-wrong-order': fit('focus-order tabindex-positive', 'tabindex'),
  'keyboard-access-keyboard-focus-assigned-to-a-non-focusable-element-using-tabindex0': fit(
    'focus-for-nothing',
    '',
  ),
  'keyboard-access-keyboard-focus-is-not-indicated-visually': fit(
    'focus-not-visible contrast-focus-indicator',
    '',
  ),
  'keyboard-access-keyboard-trap': fit('keyboard-trap', ''),
  'keyboard-access-lightbox-close-button-doesnt-receive-focus': fit(
    'keyboard-unreached control-not-for-keyboard',
    '',
  ),
  'keyboard-access-lightbox-esc-key-doesnt-close-the-lightbox': fit('dialog-escape', ''),
  'keyboard-access-lightbox-focus-is-not-moved-immediately-to-lightbox': fit(
    'dialog-takes-focus',
    '',
  ),
  'keyboard-access-lightbox-focus-is-not-retained-within-the-lightbox': fit(
    'dialog-keeps-focus',
    '',
  ),
  'keyboard-access-link-with-a-rolebutton-does-not-work-with-space-bar': fit(
    'button-without-space',
    '',
  ),
  'keyboard-access-tabindex-greater-than-0': fit('tabindex-positive', 'tabindex'),
  'keyboard-access-tooltips-dont-receive-keyboard-focus': fit('hover-only', ''),
  'language-of-content-html-element-has-an-empty-lang-attribute': fit('', 'html-has-lang'),
  'language-of-content-html-element-has-an-invalid-value-in-the-lang-attribute': fit(
    'lang-invalid',
    'html-lang-valid',
  ),
  'language-of-content-html-element-has-lang-attribute-set-to-wrong-language': fit(
    'lang-plausible',
    '',
  ),
  'language-of-content-html-element-is-missing-a-lang-attribute': fit('', 'html-has-lang'),
  'language-of-content-lang-attribute-not-used-to-identify-change-of-language': fit(
    'lang-of-parts',
    '',
  ),
  'language-of-content-lang-attribute-used-to-identify-change-of-language-but-with-invalid-value':
    fit('lang-invalid', 'valid-lang'),
  'language-of-content-lang-attribute-used-to-identify-change-of-language-but-with-wrong-language':
    fit('lang-of-parts', ''),
  'language-of-content-text-language-changed-without-required-change-in-direction': fit(
    'lang-direction lang-of-parts',
    '',
  ),
  'language-of-content-text-language-is-in-the-wrong-direction': fit(
    'lang-direction lang-of-parts',
    '',
  ),
  'links-adjacent-links-going-to-the-same-destination': fit('link-doubled', ''),
  'links-blank-link-text': fit('control-without-name', 'link-name'),
  'links-identifying-links-by-colour-alone': fit('link-only-coloured', 'link-in-text-block'),
  'links-image-link-alt-text-repeats-text-in-the-link': fit(
    'alt-repeats-text',
    'image-redundant-alt',
  ),
  'links-image-link-with-no-alternative-text': fit('control-without-name', 'link-name image-alt'),
  'links-link-contains-only-a-full-stop': fit('link-vague', 'link-name'),
  'links-link-not-clearly-identifiable-and-distinguishable-from-surrounding-text': fit(
    'link-only-coloured',
    'link-in-text-block',
  ),
  'links-link-text-does-not-make-sense-out-of-context': fit('link-vague', ''),
  'links-link-text-with-identical-title': fit('title-repeats-name', ''),
  'links-link-to-,-invalid-hypertext-reference': fit(
    'interaction/dead-link interaction/link-as-button',
    '',
  ),
  'links-link-to-javascript-invalid-hypertext-reference': fit(
    'interaction/dead-link interaction/link-as-button',
    '',
  ),
  'links-links-with-the-same-text-go-to-different-pages': fit(
    'link-same-words',
    'identical-links-same-purpose',
  ),
  'links-non-specific-link-text': fit('link-vague', ''),
  'links-uninformative-link-text': fit('link-vague', ''),
  'lists-dt-or-dd-elements-that-are-not-contained-within-a-dl-element': fit('', 'dlitem'),
  'lists-improperly-nested-lists': fit('', 'list'),
  'lists-li-element-with-no-parent': fit('', 'listitem'),
  'lists-list-not-marked-up-as-a-list': fit('list-only-typed', ''),
  'multimedia-embedded-audio-file-is-missing-text-alternative': fit(
    'media-without-words',
    'video-caption audio-caption',
  ),
  'multimedia-embedded-video-file-is-missing-text-alternative': fit(
    'media-without-words',
    'video-caption audio-caption',
  ),
  'navigation-inadequately-sized-clickable-targets-found': fit('target-size', 'target-size'),
  'page-layout-wide-page-forces-users-to-scroll-horizontally': fit(
    'layout/phone-overflow layout/overflow text-wider-than-screen',
    '',
  ),
  'page-title-empty-page-title': fit('interaction/source-document title-generic', 'document-title'),
  'page-title-inappropriate-page-title': fit('title-generic', ''),
  'page-title-missing-page-title': fit(
    'interaction/source-document title-generic',
    'document-title',
  ),
  'tables-table-has-an-empty-table-header': fit('table-headers', 'empty-table-header'),
  'tables-table-has-no-table-headings': fit('table-headers', 'td-has-header'),
  'tables-table-nested-within-table-header': fit('table-nested', ''),
  'tables-table-that-only-has-th-elements-in-it': fit('table-headers', 'th-has-data-cells'),
  'tables-table-with-inconsistent-numbers-of-columns-in-rows': fit('table-uneven', ''),
  'typography-all-caps-text-found': fit('text-all-capitals', ''),
  'typography-blink-element-found': fit('weight/blink', 'blink'),
  'typography-inadequate-line-height-used': fit('text-line-height', ''),
  'typography-italics-used-on-long-sections-of-text': fit('text-long-italics', ''),
  'typography-justified-text-found': fit('text-justified', ''),
  'typography-long-lines-of-text': fit('text-long-lines', ''),
  'typography-marquee-element-found': fit('weight/motion', 'marquee'),
  'typography-very-small-text-found': fit('layout/tiny-text layout/small-body', ''),
}
