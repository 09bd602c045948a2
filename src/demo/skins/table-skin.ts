import { escapeHtml } from '../../domain/html.ts';
import { anchorHtml, factsHtml, groupHtml, paragraphsHtml } from '../html.ts';
import type { PageView } from '../page-view.ts';

/** Draws a document of the nineties: table layout, the menu in the left cell, capital tags, no declared encoding. */
export function tableSkin(view: PageView): string {
  return `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<HTML>
<HEAD>
<TITLE>${escapeHtml(view.site)}: ${escapeHtml(view.title)}</TITLE>
<LINK REL="stylesheet" TYPE="text/css" HREF="/style.css">
<STYLE TYPE="text/css"><!--
A.menu { text-decoration: none; font-family: Verdana, Arial, Helvetica, sans-serif; }
A.menu:hover { text-decoration: underline; color: #800000; }
TD, P, LI { font-family: Verdana, Arial, Helvetica, sans-serif; font-size: 13px; }
--></STYLE>
</HEAD>
<BODY BGCOLOR="#FFFFFF" LINK="#000080">
<TABLE WIDTH="100%" BORDER="0" CELLPADDING="6">
<TR><TD COLSPAN="2" BGCOLOR="#DDE4EE"><IMG SRC="/images/banner.png" ALT="" WIDTH="1" HEIGHT="1"> <FONT SIZE="5">${escapeHtml(view.site)}</FONT></TD></TR>
<TR>
<TD WIDTH="200" VALIGN="top" BGCOLOR="#F4F4F4">
${[...view.menu, ...view.sideMenu].map((anchor) => `<FONT FACE="Verdana" SIZE="2">${anchorHtml(anchor, ' CLASS="menu"')}</FONT><BR>`).join('\n')}
</TD>
<TD VALIGN="top">
<FONT SIZE="1">${view.crumbs.map((crumb) => anchorHtml(crumb)).join(' / ')}</FONT>
<H1>${escapeHtml(view.title)}</H1>
${paragraphsHtml(view)}
${factsHtml(view)}
${view.groups.map((group) => `<H3>${escapeHtml(group.heading)}</H3>\n${groupHtml(group)}`).join('\n<HR>\n')}
</TD>
</TR>
</TABLE>
<CENTER><FONT SIZE="1">${view.footer.map((anchor) => anchorHtml(anchor)).join(' | ')}</FONT></CENTER>
</BODY>
</HTML>
`;
}
