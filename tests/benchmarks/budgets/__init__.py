"""What pages cost on a slow Chromebook: `make budgets` prints one line for each budget, and fails if one is missed.

The budgets are those of a managed Chromebook on a school's network. The processor is slowed down until its benchmark
index, that of DevTools and Lighthouse, is at most 450: an Intel N4000 has about 400 to 550.

`scenes` plays a lesson, `slow_page` opens a page on the slow processor and notes what it costs, `budgets` says what it
may cost.
"""
