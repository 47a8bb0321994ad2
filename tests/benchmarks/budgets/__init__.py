"""The cost of pages on a slow Chromebook: `make budgets` prints one line per budget, and fails if one is exceeded.

The budgets are for a managed Chromebook in a school's network. The CPU is throttled until its benchmark index (of
DevTools and Lighthouse) is at most 450: an Intel N4000 has about 400 to 550.

`scenes` plays a lesson, `slow_page` opens a page with a throttled CPU and measures its cost, `budgets` has the limits.
"""
